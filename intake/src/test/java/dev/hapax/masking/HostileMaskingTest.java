package dev.hapax.masking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages made to cost as much as possible. */
@Timeout(120)
class HostileMaskingTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String SECRET = "zq4111111111";
    private static final List<SourceSettings> SOURCES = SettingsFile.parse("""
            application-id: test
            kafka: { bootstrap.servers: "localhost:9092" }
            sources:
              - { topic: hooks, namespace: h, identity: { template: "{/id}" } }
              - { topic: mails, namespace: m, format: rfc822, identity: { field: message-id } }
            classifiers: { rules: { file: rules.yaml } }
            """, "test.yaml", Path.of("."), name -> null)
            .settings()
            .sources();

    @Test
    void shouldHideAMessageWhoseDocumentsNestTooDeeply() throws Exception {
        String document = "{\"card\":\"" + SECRET + "\"}";
        for (int i = 0; i < 8; i++) {
            document = "[".repeat(400) + JSON.writeValueAsString(document) + "]".repeat(400);
        }
        String text = document;

        MaskedMessage shown = shown("hooks", text);

        assertThat(text.length()).isLessThan(30_000);
        assertThat(shown.text()).isNull();
        assertThat(shown.masked()).isTrue();
        assertThat(shown.redaction().of("it says " + SECRET)).isEqualTo(Masking.HIDDEN);
    }

    @Test
    void shouldHideAMessageWhoseEncodedDocumentsNestTooDeeply() throws Exception {
        String document = "{\"card\":\"" + SECRET + "\"}";
        for (int i = 0; i < 20; i++) {
            String encoded = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
            document = "[".repeat(150) + "{\"data_base64\":\"" + encoded + "\"}" + "]".repeat(150);
        }

        assertThat(shown("hooks", document).text()).isNull();
    }

    @Test
    void shouldMaskSixteenThousandValuesInTime() throws Exception {
        StringBuilder json = new StringBuilder("{\"n\":0");
        for (int i = 0; i < 16_000; i++) {
            json.append(",\"m")
                    .append(i)
                    .append("\":{\"card\":\"zq")
                    .append(1_000_000 + i)
                    .append("\"}");
        }
        String text = json.append('}').toString();

        MaskedMessage shown = cheaply(() -> shown("hooks", text));

        assertThat(shown.text()).doesNotContain("zq10", "zq1015999");
    }

    @Test
    void shouldMaskValuesThatRepeatOneLetterInTime() throws Exception {
        StringBuilder json = new StringBuilder("{\"free\":\"" + "a".repeat(400_000) + "\"");
        for (int i = 4; i < 400; i++) {
            json.append(",\"m")
                    .append(i)
                    .append("\":{\"card\":\"")
                    .append("a".repeat(i))
                    .append("b\"}");
        }
        String text = json.append('}').toString();

        MaskedMessage shown = cheaply(() -> shown("hooks", text));

        assertThat(shown.text()).doesNotContain("aaaaaa");
    }

    @Test
    void shouldHideAMessageWhoseMaskedValuesAreTooLarge() throws Exception {
        String text = "{\"id\":\"seen\",\"card\":\"" + "0123456789".repeat(100_000) + "\"}";

        MaskedMessage shown = shown("hooks", text);

        assertThat(shown.text()).isNull();
        assertThat(shown.masked()).isTrue();
        assertThat(shown.redaction().of("it says " + SECRET)).isEqualTo(Masking.HIDDEN);
    }

    @Test
    void shouldHideAMailWithVeryManyHeadersInTime() throws Exception {
        StringBuilder mail = new StringBuilder("Message-ID: <1@example.org>\nSubject: " + SECRET + "\n");
        for (int i = 0; i < 60_000; i++) {
            mail.append('x').append(i).append(": =?utf-8?Q?a?=\n");
        }
        String text = mail.append("\nbody\n").toString();

        MaskedMessage shown = cheaply(() -> shown("mails", text));

        assertThat(shown.text()).isNull();
    }

    /** In CPU time, because everything takes long on a busy machine. */
    private static MaskedMessage cheaply(Supplier<MaskedMessage> look) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        MaskedMessage seen = look.get();
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before)).isLessThan(SOON);
        return seen;
    }

    private static MaskedMessage shown(String topic, String value) {
        return new Masking(List.of("card", "subject"), SOURCES)
                .of(new Message(new Coordinates(topic, 0, 1), 0, null, utf8(value), List.of()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
