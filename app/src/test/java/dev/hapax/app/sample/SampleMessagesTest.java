package dev.hapax.app.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.FieldSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleMessagesTest {

    private static final JsonPointer ID = JsonPointer.compile("/payment/id");

    @Test
    void shouldHaveAllKindsInEachHundred() {
        SampleMessages samples = new SampleMessages("run", ID, Map.of());

        Map<SampleMessages.Kind, Long> kinds = LongStream.rangeClosed(1, 100)
                .mapToObj(n -> samples.sample(n).kind())
                .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));

        assertThat(kinds)
                .containsOnly(
                        Map.entry(SampleMessages.Kind.NEW, 90L),
                        Map.entry(SampleMessages.Kind.AGAIN, 9L),
                        Map.entry(SampleMessages.Kind.UNREADABLE, 1L));
    }

    @Test
    void shouldSendAgainOnlyWhatWasSentAsItWas() {
        SampleMessages samples = new SampleMessages("run", ID, Map.of());
        Map<String, String> sent = new HashMap<>();

        LongStream.rangeClosed(1, 1_000).mapToObj(samples::sample).forEach(sample -> {
            if (sample.kind() == SampleMessages.Kind.NEW) {
                assertThat(sent.put(sample.id(), sample.value())).isNull();
            } else if (sample.kind() == SampleMessages.Kind.AGAIN) {
                assertThat(sent).containsEntry(sample.id(), sample.value());
            }
        });
    }

    @Test
    void shouldPutTheIdentityWhereTheSourceReadsIt() throws Exception {
        SampleMessages.Message sample = new SampleMessages("run", ID, Map.of()).sample(7);

        assertThat(new ObjectMapper().readTree(sample.value()).at(ID).asText()).isEqualTo("run-7");
    }

    @Test
    void shouldHaveWhatTheSourceRequires() throws Exception {
        Map<String, FieldSettings> fields = settings("{topic: pay, identity: {field: /payment/id}, fields: {"
                        + "subject: /text, amount: {at: /payment/amount, type: number, required: true},"
                        + " captured: {at: /payment/captured, type: flag}, customer: {at: /customer, type: text}}}")
                .sources()
                .get(0)
                .fields();

        JsonNode value = new ObjectMapper()
                .readTree(new SampleMessages("run", ID, fields).sample(8).value());

        assertThat(value.at("/text").asText()).isEqualTo("Disk full on db-8");
        assertThat(value.at("/payment/amount").isNumber()).isTrue();
        assertThat(value.at("/payment/captured").isBoolean()).isTrue();
        assertThat(value.at("/customer").isTextual()).isTrue();
        assertThat(value.at(ID).asText()).isEqualTo("run-8");
    }

    @Test
    void shouldTakeTheFirstSourceThatReadsJsonByAField() {
        SampleTarget target = SampleTarget.of(
                settings(
                        "{topic: mail, format: rfc822, namespace: mail, identity: {field: message-id}}",
                        "{topic: pay, namespace: pay, keyed-by-identity: true, identity: {field: /payment/id}}"),
                null);

        assertThat(target.source().topic()).isEqualTo("pay");
        assertThat(target.record(new SampleMessages.Message(SampleMessages.Kind.NEW, "run-7", "{}"))
                        .key())
                .isEqualTo("pay:run-7".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSayWhichSourceItNeeds() {
        Settings mail = settings("{topic: mail, format: rfc822, namespace: mail, identity: {field: message-id}}");

        assertThatThrownBy(() -> SampleTarget.of(mail, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("format: json");
        assertThatThrownBy(() -> SampleTarget.of(mail, "letters"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--source: letters")
                .hasMessageContaining("mail");
    }

    private static Settings settings(String... sources) {
        String text = "application-id: sample\nkafka: {bootstrap.servers: 'localhost:1'}\nsources:\n"
                + Stream.of(sources).map(source -> "  - " + source + "\n").collect(Collectors.joining());
        return SettingsFile.parse(text, "test", Path.of("/"), name -> null).settings();
    }
}
