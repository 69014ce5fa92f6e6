package dev.hapax.operations.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.mail.MailView;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        assertThat(view.text()).isEqualTo("Zeile 1\nZeile ü");
        assertThat(view.html()).isEqualTo("<p>ü</p>");
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
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"Resent-To\":\"x@y.z\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"DKIM-Signature\":\"v=1\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"headers\":{\"Date\":\"tomorrow\"}}",
                "{\"subject\":\"a\",\"text\":\"t\",\"from\":\"Ann, Eve <news@example.com>\"}",
                "{\"subject\":\"a\",\"text\":\"t\",\"from\":\"eve@example.net Ann <news@example.com>, x\"}",
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
    void shouldWriteMailsLikeThoseOfRules() throws Exception {
        String text = new String(
                mail("{\"subject\":\"Hi\",\"text\":\"Zeile ü\",\"to\":\"\\\"Müller, Kim\\\" <kim@example.org>\","
                                + "\"headers\":{\"Reply-To\":\"Jörg <help@example.com>\",\"Date\":\"Mon, 4 May 2026 14:00:00 +0200\"}}")
                        .artifact(),
                StandardCharsets.UTF_8);

        assertThat(text).isEqualTo("""
                From: news@example.com
                To: =?ISO-8859-1?Q?M=FCller=2C_Kim?= <kim@example.org>
                Subject: Hi
                Date: Mon, 4 May 2026 12:00:00 +0000
                Message-ID: <m+3A1.id.hapax@example.com>
                Reply-To: =?ISO-8859-1?Q?J=F6rg?= <help@example.com>
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Zeile =C3=BC
                """.replace("\n", "\r\n"));
    }

    @Test
    void shouldRefuseUrlsThatNoChannelCalls() {
        assertThatThrownBy(() -> read("{\"id\":\"h\",\"channel\":\"hooks\","
                        + "\"target\":\"https://2130706433/\",\"request\":{\"method\":\"POST\"}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("request: url: https://2130706433/ must be https://");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"expires\":\"2026-05-04T12:00:00Z\"', expires: 2026-05-04T12:00:00Z must be later than now",
        "'\"notBefore\":\"2026-05-06T00:00:00Z\",\"expires\":\"2026-05-05T00:00:00Z\"', must be before expires",
        "'\"notBefore\":\"2026-06-06T00:00:00Z\"', delivery.longest-wait is 14d"
    })
    void shouldRefuseTimesAtWhichNothingIsSent(String times, String why) throws Exception {
        StagingRequest staged = read("{\"id\":\"t\",\"channel\":\"mail\",\"target\":\"kim@example.org\","
                + "\"mail\":{\"subject\":\"a\",\"text\":\"t\"}," + times + "}");

        assertThatThrownBy(() -> staged.requireTime(Instant.parse("2026-05-04T12:00:00Z"), Duration.ofDays(14)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldNotLetAPersonBeARule() {
        for (String name : new String[] {"topic", "ledger", "rule:payment.failed", "a:\nb"}) {
            assertThatThrownBy(() -> StagingRequest.person("--as", name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--as")
                    .hasMessageContaining("can't stage deliveries");
        }
        assertThat(StagingRequest.person("--as", "ann")).isEqualTo("ann");
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
