package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.operations.quarantine.CaseDetails;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.CaseState;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.operations.quarantine.Resolution;
import dev.hapax.wire.HeaderNames;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that were made to cost a reader as much as possible. */
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

        Map<String, @Nullable Object> shown = shown("hooks", text);

        assertThat(text.length()).isLessThan(30_000);
        assertThat(shown).containsEntry("payload", null).containsEntry("masked", true);
        assertThat(JSON.writeValueAsString(shown)).doesNotContain(SECRET);
    }

    @Test
    void shouldHideAMessageWhoseEncodedDocumentsNestTooDeeply() throws Exception {
        String document = "{\"card\":\"" + SECRET + "\"}";
        for (int i = 0; i < 20; i++) {
            String encoded = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
            document = "[".repeat(150) + "{\"data_base64\":\"" + encoded + "\"}" + "]".repeat(150);
        }

        assertThat(JSON.writeValueAsString(shown("hooks", document))).doesNotContain(SECRET);
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

        Map<String, @Nullable Object> shown = cheaply(() -> shown("hooks", text));

        assertThat(JSON.writeValueAsString(shown)).doesNotContain("zq10", "zq1015999");
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

        Map<String, @Nullable Object> shown = cheaply(() -> shown("hooks", text));

        assertThat(JSON.writeValueAsString(shown)).doesNotContain("aaaaaa");
    }

    @Test
    void shouldHideTheWholeWhenMoreIsMaskedThanCanBeStruckOut() throws Exception {
        String text = "{\"id\":\"seen\",\"card\":\"" + "0123456789".repeat(100_000) + "\"}";

        Map<String, @Nullable Object> shown = shown("hooks", text);

        assertThat(shown).containsEntry("payload", null).containsEntry("masked", true);
    }

    @Test
    void shouldBoundWhatIsShownOfADeepDocumentWithManyMembers() throws Exception {
        StringBuilder json = new StringBuilder("{\"a\":".repeat(200)).append("{\"card\":\"" + SECRET + "\"");
        for (int i = 0; i < 100_000; i++) {
            json.append(",\"").append(i).append("\":0");
        }
        String text = json.append("}".repeat(201)).toString();

        Map<String, @Nullable Object> shown = cheaply(() -> shown("hooks", text));

        assertThat(String.valueOf(shown.get("payload"))).hasSizeLessThan(300_000);
        assertThat(shown).containsEntry("payloadCut", true);
    }

    @Test
    void shouldHideAMailOfVeryManyHeadersInTime() throws Exception {
        StringBuilder mail = new StringBuilder("Message-ID: <1@example.org>\nSubject: " + SECRET + "\n");
        for (int i = 0; i < 60_000; i++) {
            mail.append('x').append(i).append(": =?utf-8?Q?a?=\n");
        }
        String text = mail.append("\nbody\n").toString();

        Map<String, @Nullable Object> shown = cheaply(() -> shown("mails", text));

        assertThat(JSON.writeValueAsString(shown)).doesNotContain(SECRET);
    }

    @Test
    void shouldLeaveNoTailOfALongerValueThatAShorterOneOverlaps() {
        Redaction redaction = Redaction.of(List.of("abcd", "cdefgh-secret"));

        assertThat(redaction.of("it says abcdefgh-secret there")).isEqualTo("it says *** there");
    }

    @Test
    void shouldStrikeOutAShortValueBesideALongOne() {
        Redaction redaction = Redaction.of(List.of("abcdef", "42"));

        assertThat(redaction.of("abcdef42, but 420")).isEqualTo("***, but 420");
    }

    /** By what it costs, since a busy machine makes anything take long. */
    private static Map<String, @Nullable Object> cheaply(Supplier<Map<String, @Nullable Object>> look) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        Map<String, @Nullable Object> seen = look.get();
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before)).isLessThan(SOON);
        return seen;
    }

    private static Map<String, @Nullable Object> shown(String topic, String value) {
        Masking masking = new Masking(List.of("card", "subject"), SOURCES);
        Message message = new Message(new Coordinates(topic, 0, 1), 0, null, utf8(value), List.of());
        Quarantined quarantined = new Quarantined(
                new Coordinates("hapax.quarantine", 0, 0),
                Instant.EPOCH,
                message,
                List.of(
                        new Header(HeaderNames.REASON, utf8("INVALID")),
                        new Header(HeaderNames.ERROR_MESSAGE, utf8("it says " + SECRET))));
        masking.summary(quarantined);
        return new CaseView(masking)
                .of(new CaseDetails(
                        List.of(quarantined),
                        new CaseFile(message.at(), null, CaseState.OPEN, null, Resolution.NONE, List.of())));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
