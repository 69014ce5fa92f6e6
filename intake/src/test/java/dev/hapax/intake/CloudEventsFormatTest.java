package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static dev.hapax.intake.GivenSource.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudEventsFormatTest {

    private static final String STRUCTURED = "application/cloudevents+json; charset=utf-8";

    private static GivenSource events() {
        return GivenSource.of("cloudevents", new IdentitySettings.Template("{source}:{id}"));
    }

    private static Message binary(byte[] value, String contentType, String... more) {
        List<String> headers = new ArrayList<>(
                List.of("ce_specversion", "1.0", "ce_id", "a-1", "ce_source", "/billing", "ce_type", "invoice.failed"));
        headers.addAll(List.of("content-type", contentType));
        headers.addAll(List.of(more));
        return message(value, headers.toArray(String[]::new));
    }

    private static Message structured(String members) {
        return message(
                "{\"specversion\":\"1.0\",\"id\":\"a-1\",\"source\":\"/billing\",\"type\":\"invoice.failed\"" + members
                        + "}",
                "content-type",
                STRUCTURED);
    }

    @Test
    void shouldReadBinaryMode() {
        Message event = binary(bytes("{\"amount\":12,\"nested\":{\"a\":1}}"), "application/json", "ce_region", "eu");
        GivenSource source = events().classifiedBy("type", "region", "amount", "/nested/a", "/type");

        Content content = source.shows(event);

        assertThat(source.arrives(event).identity()).isEqualTo("/billing:a-1");
        assertThat(content.get("type")).isEqualTo(new Value.Text("invoice.failed"));
        assertThat(content.get("region")).isEqualTo(new Value.Text("eu"));
        assertThat(content.get("amount")).extracting(Value::display).isEqualTo("12");
        assertThat(content.get("/nested/a")).extracting(Value::display).isEqualTo("1");
        assertThat(content.get("/type"))
                .as("a pointer looks into the data only")
                .isNull();
    }

    @Test
    void shouldReadStructuredMode() {
        Message event = structured(",\"retries\":3,\"urgent\":true,\"none\":null,\"data\":{\"amount\":12}");
        GivenSource source = events().classifiedBy("retries", "urgent", "none", "amount", "/amount");

        Content content = source.shows(event);

        assertThat(source.arrives(event).identity()).isEqualTo("/billing:a-1");
        assertThat(content.get("retries")).isEqualTo(new Value.Text("3"));
        assertThat(content.get("urgent")).isEqualTo(new Value.Text("true"));
        assertThat(content.get("none")).isNull();
        assertThat(content.get("amount")).isEqualTo(content.get("/amount")).isNotNull();
    }

    @Test
    void shouldReadStructuredModeWhenTheContentTypeWasForgotten() {
        Message event = new Message(GivenSource.AT, 1, null, structured("").value(), List.of());

        assertThat(events().arrives(event).identity()).isEqualTo("/billing:a-1");
    }

    @Test
    void shouldHashAnEventTheSameInEitherMode() {
        Arrival binary = events().arrives(binary(bytes("{\"a\":1,\"b\":2}"), "application/json", "ce_retries", "3"));
        Arrival structured = events().arrives(structured(",\"data\":{\"b\":2.0, \"a\":1},\"retries\":3"));
        Arrival text = events().arrives(binary(bytes("hällo"), "text/plain"));
        Arrival structuredText = events().arrives(structured(",\"data\":\"hällo\",\"datacontenttype\":\"text/plain\""));

        assertThat(binary.fingerprint()).isEqualTo(structured.fingerprint());
        assertThat(text.fingerprint()).isEqualTo(structuredText.fingerprint());
        assertThat(text.fingerprint()).isNotEqualTo(binary.fingerprint());
    }

    @Test
    void shouldNotMindTheTraceOfATransport() {
        Message one = binary(bytes("{}"), "application/json", "ce_traceparent", "00-1");
        Message other = binary(bytes("{}"), "application/json", "ce_traceparent", "00-2");
        Message changed = binary(bytes("{}"), "application/json", "ce_subject", "s");

        assertThat(events().arrives(one).fingerprint())
                .isEqualTo(events().arrives(other).fingerprint())
                .isNotEqualTo(events().arrives(changed).fingerprint());
    }

    @Test
    void shouldHashBinaryDataAsBytes() {
        Arrival base64 = events().arrives(structured(",\"datacontenttype\":\"image/png\",\"data_base64\":\"AAEC\""));
        Arrival raw = events().arrives(binary(new byte[] {0, 1, 2}, "image/png"));
        Arrival other = events().arrives(binary(new byte[] {0, 1, 3}, "image/png"));

        assertThat(base64.fingerprint()).isEqualTo(raw.fingerprint()).isNotEqualTo(other.fingerprint());
    }

    @Test
    void shouldReadAnEventWithoutData() {
        Message event = new Message(
                GivenSource.AT,
                1,
                null,
                null,
                binary(new byte[0], "application/json").headers());

        assertThat(events().arrives(event).identity()).isEqualTo("/billing:a-1");
        assertThat(events().arrives(structured("")).identity()).isEqualTo("/billing:a-1");
    }

    @Test
    void shouldTakeAMessageWithoutValueAndHeadersForATombstone() {
        Message tombstone = GivenSource.keyed(bytes("k"), null);

        assertThat(events().refuses(tombstone).reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(GivenSource.of("cloudevents", new IdentitySettings.RecordKey())
                        .arrives(tombstone)
                        .fingerprint())
                .isEqualTo(GivenSource.json(new IdentitySettings.RecordKey())
                        .arrives(tombstone)
                        .fingerprint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3", "2.0", "1", ""})
    void shouldRefuseUnknownVersions(String version) {
        Refusal binary = events().refuses(binary(bytes("{}"), "application/json", "ce_specversion", version));
        Refusal structured = events().refuses(message(
                "{\"specversion\":\"" + version + "\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}",
                "content-type",
                STRUCTURED));

        assertThat(List.of(binary.reason(), structured.reason())).containsOnly(Reason.INVALID);
        assertThat(binary.explanation()).contains("'" + version + "'", "1.0").isEqualTo(structured.explanation());
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "source", "type", "specversion"})
    void shouldRefuseAnEventWithoutARequiredAttribute(String name) {
        Message complete = binary(bytes("{}"), "application/json");
        List<Header> nulled = new ArrayList<>(complete.headers());
        nulled.add(new Header("ce_" + name, null));
        String structured = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}"
                .replace("\"" + name + "\"", "\"x" + name + "\"");

        Refusal binary = events().refuses(new Message(GivenSource.AT, 1, null, complete.value(), nulled));

        assertThat(binary.reason()).isEqualTo(Reason.INVALID);
        assertThat(binary.explanation()).contains(name);
        assertThat(events().refuses(message(structured, "content-type", STRUCTURED))
                        .explanation())
                .isEqualTo(binary.explanation());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/cloudevents-batch+json | [] | batch",
                "application/cloudevents+avro | x | not known",
                "application/json | {} | no ce_specversion header",
                "application/cloudevents+json | [] | not an object",
                "application/cloudevents+json | `` | empty",
                "application/cloudevents+json | {\"id\":\"1\",\"id\":\"2\"} | Duplicate",
            })
    void shouldCallUnreadableWhatIsNoEvent(String contentType, String value, String explanation) {
        Refusal refusal = events().refuses(message(value, "content-type", contentType));

        assertThat(refusal.reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(refusal.explanation()).contains(explanation);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"subject\":{}",
                ",\"subject\":[]",
                ",\"data\":1,\"data_base64\":\"AA==\"",
                ",\"data_base64\":\"*\""
            })
    void shouldCallInvalidWhatAnEventCannotSay(String members) {
        assertThat(events().refuses(structured(members)).reason()).isEqualTo(Reason.INVALID);
    }

    @Test
    void shouldRefuseHeadersThatAreNotText() {
        List<Header> headers =
                new ArrayList<>(binary(bytes("{}"), "application/json").headers());
        headers.add(new Header("ce_subject", new byte[] {(byte) 0xFF}));

        Refusal refusal = events().refuses(new Message(GivenSource.AT, 1, null, bytes("{}"), headers));

        assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        assertThat(refusal.explanation()).contains("ce_subject", "0xFF");
    }
}
