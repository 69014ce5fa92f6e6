package dev.hapax.channel.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.channel.smtp.SmtpSettings.Timeouts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpSettingsTest {

    private static SmtpSettings settings(String from, String... domains) {
        return new SmtpSettings(
                "mail.example.com",
                587,
                Security.STARTTLS,
                null,
                from,
                List.of(domains),
                "worker.example.com",
                Timeouts.defaults());
    }

    @ParameterizedTest
    @CsvSource({"a@example.com, example.com", "a@EXAMPLE.com, example.COM", "a@bücher.example, xn--bcher-kva.example"})
    void shouldAcceptSenderOfVerifiedDomain(String from, String domain) {
        assertThat(settings(from, "other.example", domain).sender().local()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource({"a@example.org", "a@mail.example.com", "a@evilexample.com", "example.com", "a@example.com>", "''"})
    void shouldRefuseSenderOfOtherDomain(String from) {
        assertThatThrownBy(() -> settings(from, "example.com"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("from: " + from + " must be an address of a domain in verified-domains.");
    }

    @Test
    void shouldReportEveryInvalidSetting() {
        Duration zero = Duration.ZERO;
        Timeouts timeouts = new Timeouts(zero, zero, zero, zero, zero);

        assertThatThrownBy(() ->
                        new SmtpSettings("bad host", 0, Security.TLS, null, "a", List.of(), "worker\r\nMAIL", timeouts))
                .hasMessageContaining("host: bad host")
                .hasMessageContaining("port: 0")
                .hasMessageContaining("from: a")
                .hasMessageContaining("helo: ")
                .hasMessageContaining("timeouts.connect: PT0S")
                .hasMessageContaining("timeouts.reply: ")
                .hasMessageContaining("timeouts.write: ")
                .hasMessageContaining("timeouts.accept: ")
                .hasMessageContaining("timeouts.idle: ");
    }

    @Test
    void shouldCountWritingAndAcceptingAsLongestTime() {
        Timeouts timeouts = new Timeouts(
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                Duration.ofSeconds(4),
                Duration.ofSeconds(5));

        assertThat(timeouts.longest()).isEqualTo(Duration.ofSeconds(7));
    }
}
