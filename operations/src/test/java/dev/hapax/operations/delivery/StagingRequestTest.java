package dev.hapax.operations.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.mail.MailView;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagingRequestTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DeliverySettings SETTINGS = SettingsFile.parse("""
                    kafka: { bootstrap.servers: 'localhost:1' }
                    sources: [ { topic: in, identity: { field: /id } } ]
                    delivery:
                      signing-key: key.pem
                      channels:
                        mail: { smtp: { host: m, from: news@example.com, verified-domains: [example.com] } }
                        hooks: { http: { allow: [hooks.example.com] } }
                    """, "test.yaml", Path.of("."), name -> null)
            .settings()
            .delivery();

    private static StagingRequest read(String json) throws Exception {
        return StagingRequest.read(JSON.readTree(json), SETTINGS, (channel, artifact, target) -> null);
    }

    private static StagingRequest mail(String mail) throws Exception {
        return read("{\"id\":\"m:1\",\"channel\":\"mail\",\"target\":\"kim@example.org\",\"mail\":" + mail + "}");
    }

    @Test
    void shouldMakeTheSameBytesOfTheSameMail() throws Exception {
        String text = "{\"from\":\"Jörg <news@example.com>\",\"subject\":\"" + "Grüße 😀 ".repeat(30)
                + "\",\"text\":\"Zeile 1\\nZeile ü\",\"html\":\"<p>ü</p>\",\"headers\":{\"X-Tag\":\"a\"}}";

        byte[] mail = mail(text).artifact();

        assertThat(mail).isEqualTo(mail(text).artifact());
        MailView view = MailView.of(mail);
        assertThat(view.header("from")).isEqualTo("Jörg <news@example.com>");
        assertThat(view.header("to")).isEqualTo("kim@example.org");
        assertThat(view.header("subject")).isEqualTo("Grüße 😀 ".repeat(30));
        assertThat(view.header("x-tag")).isEqualTo("a");
        assertThat(view.header("message-id")).endsWith("@example.com>");
        assertThat(view.text()).isEqualTo("Zeile 1\nZeile ü\n");
        assertThat(view.html()).isEqualTo("<p>ü</p>\n");
        String ascii = new String(mail, StandardCharsets.US_ASCII);
        assertThat(ascii.replace("\r\n", "")).doesNotContain("\r", "\n");
        assertThat(ascii.lines()).allMatch(line -> line.length() <= 998);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"subject\":\"a\\nBcc: x@y.z\",\"text\":\"t\"}",
                "{\"subject\":\"a\",\"text\":\"t\",\"from\":\"a@b.c\\r\\nBcc: x@y.z\"}",
                "{\"subject\":\"a\",\"text\":\"t\",\"to\":\"a@b.c, d@e.f\"}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"X\":\"a\\r\\n\\r\\nbody\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"X: y\\r\\nBcc\":\"a\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"bcc\":\"x@y.z\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"Content-Type\":\"text/html\"}}",
                "{\"subject\":\"a\"}",
                "{\"subject\":\"a\",\"text\":\"t\",\"attachments\":[]}",
                "[]"
            })
    void shouldRefuseMailsThatWouldSayMoreThanTheySeemTo(String mail) {
        assertThatThrownBy(() -> mail(mail))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mail");
    }

    @Test
    void shouldMakeTheCanonicalRequest() throws Exception {
        StagingRequest request = read(
                "{\"id\":\"h\",\"channel\":\"hooks\",\"target\":\"https://hooks.example.com/x\",\"request\":{\"method\":\"POST\",\"headers\":{\"B\":\"2\",\"A\":\"1\"},\"body\":\"{}\"}}");

        assertThat(new String(request.artifact(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"method\":\"POST\",\"url\":\"https://hooks.example.com/x\",\"headers\":{\"a\":\"1\",\"b\":\"2\"},\"body\":\"e30=\"}");
    }
}
