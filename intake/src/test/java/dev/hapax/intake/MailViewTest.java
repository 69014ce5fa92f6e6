package dev.hapax.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.intake.mail.MailView;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class MailViewTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowHeadersTextHtmlAndAttachments() {
        MailView view = MailView.of(bytes(String.join(
                "\r\n",
                "From: a@b.c",
                "Subject: =?UTF-8?B?R3LDvMOfZQ==?=",
                "Content-Type: multipart/mixed; boundary=x",
                "",
                "--x",
                "Content-Type: text/plain; charset=utf-8",
                "",
                "hällo",
                "--x",
                "Content-Type: text/html",
                "",
                "<b>hi</b>",
                "--x",
                "Content-Type: application/pdf",
                "Content-Disposition: attachment; filename=\"a.pdf\"",
                "",
                "12345",
                "--x--",
                "")));

        assertThat(view.header("SUBJECT")).isEqualTo("Grüße");
        assertThat(view.text()).isEqualTo("hällo");
        assertThat(view.html()).isEqualTo("<b>hi</b>");
        assertThat(view.attachments()).containsExactly(new MailView.Attachment("a.pdf", "application/pdf", 5));
        assertThat(view.truncated()).isFalse();
    }

    static Stream<byte[]> hostile() {
        StringBuilder nested = new StringBuilder("From: a@b.c\r\n");
        for (int i = 0; i < 5_000; i++) {
            nested.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\r\n\r\n--b")
                    .append(i)
                    .append("\r\n");
        }
        byte[] noise = new byte[1 << 20];
        new Random(7).nextBytes(noise);
        return Stream.of(
                bytes(nested.toString()),
                bytes("From: a@b.c\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
                        + "--x\r\n\r\n.\r\n".repeat(20_000)),
                bytes("Subject: " + "=?UTF-8?B?".repeat(100_000) + "\r\n\r\nx"),
                bytes("X: y\r\n".repeat(100_000) + "\r\nx"),
                bytes("From: a@b.c\r\nContent-Type: text/html\r\n\r\n" + "<div>".repeat(500_000)),
                bytes("From: a@b.c\r\nContent-Type: text/plain; charset=no-such\r\n"
                        + "Content-Transfer-Encoding: base64\r\n\r\n%%%%"),
                bytes("Content-Type: multipart/mixed; boundary=\"" + "b".repeat(50_000) + "\"\r\n\r\n--b"),
                noise);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void shouldShowSomethingBoundedOfEveryMail(byte[] mail) {
        MailView view = MailView.of(mail);

        assertThat(view.headers()).hasSizeLessThanOrEqualTo(200);
        assertThat(view.raw().length()).isLessThanOrEqualTo(64 * 1024);
        assertThat(Objects.requireNonNullElse(view.text(), "").length()).isLessThanOrEqualTo(64 * 1024);
        assertThat(Objects.requireNonNullElse(view.html(), "").length()).isLessThanOrEqualTo(256 * 1024);
        assertThat(view.attachments()).hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void shouldSurviveNoBytes() {
        assertThat(MailView.of(new byte[0]).headers()).isEmpty();
    }
}
