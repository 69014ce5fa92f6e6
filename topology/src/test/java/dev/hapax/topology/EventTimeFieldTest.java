package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Replay;
import dev.hapax.intake.Formats;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources whose event time is a field: the timestamps of their records do not count. */
class EventTimeFieldTest {

    private static final Instant CREATED = Instant.parse("2026-03-01T08:00:00Z");

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: unkeyed, identity: { field: /id }, fingerprint: [/id], event-time: /created, admitted: copies }
                  - { topic: keyed, identity: { field: /id }, fingerprint: [/id], keyed-by-identity: true, event-time: when, fields: { when: /created } }
                  - { topic: headers, identity: { field: /id }, event-time: "header:created" }
                guard: { ttl: 24h, max-lateness: 1h }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldDecideAsOfTheField(String topic) {
        send(topic, "1", CREATED);

        assertThat(last(hapax.decisions()).decision().eventTime()).isEqualTo(CREATED.toEpochMilli());
        assertThat(last(hapax.decisions()).time()).isEqualTo(CREATED);
    }

    @Test
    void shouldCarryTheEventTimeAcrossTheMove() {
        send("unkeyed", "1", CREATED);

        assertThat(last(hapax.moved()).time()).isEqualTo(CREATED);
        assertThat(last(hapax.published("copies")).time()).isEqualTo(CREATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldMeasureTheTtlByTheField(String topic) {
        send(topic, "1", CREATED);
        send(topic, "1", CREATED.plus(Duration.ofHours(24)).minusMillis(1));
        send(topic, "1", CREATED.plus(Duration.ofHours(24)));

        assertThat(hapax.decisions())
                .extracting(decision -> Instant.ofEpochMilli(decision.decision().eventTime()))
                .containsExactly(CREATED, CREATED.plus(Duration.ofHours(24)));
        assertThat(hapax.duplicates()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldMeasureLatenessByTheField(String topic) {
        send(topic, "first", CREATED);
        send(topic, "in time", CREATED.minus(Duration.ofHours(1)));
        send(topic, "late", CREATED.minus(Duration.ofHours(1)).minusMillis(1));

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("first", "in time");
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.LATE);
        assertThat(last(hapax.quarantine()).header(HeaderNames.TIMESTAMP))
                .isEqualTo(Long.toString(
                        CREATED.minus(Duration.ofHours(1)).minusMillis(1).toEpochMilli()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldIgnoreTheTimestampOfTheRecord(String topic) {
        hapax.sends(topic, "1", message("1", CREATED), Instant.ofEpochMilli(-1));
        hapax.sends(topic, "2", message("2", CREATED), Instant.parse("2099-01-01T00:00:00Z"));
        hapax.sends(topic, "3", message("3", CREATED), Instant.EPOCH);

        assertThat(hapax.quarantine()).isEmpty();
        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("1", "2", "3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldNotMakeOthersLateByOneMessageInTheFuture(String topic) {
        Instant ahead = Instant.parse("2036-05-04T12:00:00Z");
        send(topic, "before", CREATED);
        send(topic, "ahead", ahead);
        send(topic, "after", CREATED.minus(Duration.ofMinutes(59)));

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("before", "after");
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.IN_THE_FUTURE);
        assertThat(last(hapax.quarantine()).explanation()).contains("2036-05-04T12:00:00Z");
        assertThat(last(hapax.quarantine()).header(HeaderNames.TIMESTAMP))
                .isEqualTo(Long.toString(ahead.toEpochMilli()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"id":"1"}                                    | field /created is missing
            {"id":"1","created":null}                     | field /created is null
            {"id":"1","created":{"at":1}}                 | field /created is an object
            {"id":"1","created":1772352000}               | 1772352000, which looks like seconds
            {"id":"1","created":"2026-03-01T08:00:00"}    | a time with an offset, such as 2026-05-04T12:00:00Z
            {"id":"1","created":"1969-12-31T23:59:59Z"}   | which is before 1970
            """)
    void shouldQuarantineAMessageWithoutAnEventTime(String value, String explanation) {
        send("unkeyed", "before", CREATED);
        hapax.sends("unkeyed", "1", value, NOW.minusSeconds(7));
        send("unkeyed", "after", CREATED.minus(Duration.ofMinutes(59)));

        Published held = last(hapax.quarantine());
        assertThat(hapax.quarantine()).hasSize(1);
        assertThat(held.reason()).isEqualTo(Reason.INVALID);
        assertThat(held.explanation()).contains("event-time: ", explanation);
        assertThat(held.identity()).isEqualTo("1");
        assertThat(held.header(HeaderNames.TIMESTAMP))
                .isEqualTo(Long.toString(NOW.minusSeconds(7).toEpochMilli()));
        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("before", "after");
    }

    @Test
    void shouldTakeTheEventTimeOfAHeader() {
        Header created = header("created", Long.toString(CREATED.toEpochMilli()));

        hapax.sends("headers", "k", "{\"id\":\"1\"}", created);
        hapax.sends("headers", "k", "{\"id\":\"2\"}");

        assertThat(last(hapax.decisions()).decision().eventTime()).isEqualTo(CREATED.toEpochMilli());
        assertThat(last(hapax.quarantine()).explanation()).contains("field header:created is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldComeToTheSameEventTimeInAReplay(String source) {
        send(source, "1", CREATED);

        // The time of the replay's header is that of the record, as in a replay of a range.
        replay(source, message("1", CREATED), NOW.minusSeconds(9), 1);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().eventTime())
                .containsExactly(CREATED.toEpochMilli(), CREATED.toEpochMilli());
        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(0, 1);
        send(source, "2", CREATED.minus(Duration.ofMinutes(59)));
        assertThat(last(hapax.decisions()).keyText()).isEqualTo("2");
    }

    @Test
    void shouldReadTheEventTimeThatAnEditAdded() {
        hapax.sends("unkeyed", "k", "{\"id\":\"1\"}", NOW);

        replay("unkeyed", message("1", CREATED), NOW, 1);

        assertThat(hapax.quarantine()).hasSize(1);
        assertThat(last(hapax.decisions()).decision().eventTime()).isEqualTo(CREATED.toEpochMilli());
    }

    @Test
    void shouldQuarantineAReplayThatStillHasNoEventTime() {
        replay("unkeyed", "{\"id\":\"1\"}", NOW, 1);

        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.INVALID);
        assertThat(last(hapax.quarantine()).header(HeaderNames.TIMESTAMP)).isEqualTo(Long.toString(NOW.toEpochMilli()));
    }

    @Test
    void shouldRefuseAMessageWhoseFormatReadsTwoDifferentTimes(@TempDir Path other) {
        String yaml = "sources: [{ topic: in, format: drifting, identity: { record-key: true }, event-time: time }]";
        try (HapaxFixture drifting = new HapaxFixture(other, yaml, new Formats(List.of(new DriftingFormat(NOW))))) {
            drifting.sends("in", "1", "x");

            assertThat(drifting.decisions()).isEmpty();
            assertThat(last(drifting.quarantine()).reason()).isEqualTo(Reason.INTERNAL);
            assertThat(last(drifting.quarantine()).explanation()).contains("the format is not deterministic");
        }
    }

    @Test
    void shouldWaitForAFormatThatIsUnavailable(@TempDir Path other) {
        AtomicInteger outage = new AtomicInteger(2);
        String yaml = """
                sources: [{ topic: in, format: away, identity: { field: /id }, keyed-by-identity: true, event-time: /created }]
                instance: { transaction-timeout: 2s }
                """;
        try (HapaxFixture away = new HapaxFixture(other, yaml, new Formats(List.of(new AwayFormat(outage))))) {
            away.sends("in", "1", message("1", CREATED));
            outage.set(1_000);
            assertThatThrownBy(() -> away.sends("in", "2", message("2", CREATED)))
                    .hasStackTraceContaining("the registry does not answer");

            assertThat(away.decisions()).extracting(Published::keyText).containsExactly("1");
            assertThat(away.quarantine()).isEmpty();
            outage.set(0);
        }
    }

    private void send(String topic, String id, Instant created) {
        hapax.sends(topic, id, message(id, created));
    }

    private static String message(String id, Instant created) {
        return "{\"id\":\"" + id + "\",\"created\":\"" + created + "\"}";
    }

    private void replay(String source, String value, Instant recordTime, int generation) {
        Message original = new Message(
                new Coordinates(source, 0, 41),
                recordTime.toEpochMilli(),
                "1".getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                List.of());
        Replay replay = new Replay(original, source, generation, 0, false);
        Header[] headers = KafkaHeaders.toDomain(ReplayFormat.headers(replay)).toArray(new Header[0]);
        hapax.sends("hapax.replays", "1", value, NOW, headers);
    }
}
