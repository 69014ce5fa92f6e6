package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.Classifiers;
import dev.hapax.domain.Reason;
import dev.hapax.intake.Formats;
import dev.hapax.source.Sources;
import dev.hapax.wire.HeaderNames;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timestamps that cannot be: they concern the message that carries them, and no other. */
class EventTimeTest {

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: unkeyed, identity: { field: /id } }
                  - { topic: keyed, identity: { field: /id }, keyed-by-identity: true }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldNotMakeOthersLateByOneMessageTenYearsAhead(String topic) {
        Instant ahead = Instant.parse("2036-05-04T12:00:00Z");
        send(topic, "before", NOW);

        send(topic, "ahead", ahead);
        send(topic, "before", NOW.plusSeconds(1));
        send(topic, "after", NOW.minus(Duration.ofMinutes(59)));

        Published held = last(hapax.quarantine());
        assertThat(hapax.quarantine()).hasSize(1);
        assertThat(held.reason()).isEqualTo(Reason.IN_THE_FUTURE);
        assertThat(held.keyText()).isEqualTo("ahead");
        assertThat(held.explanation()).contains("2036-05-04T12:00:00Z", "limits.max-clock-skew");
        assertThat(held.header(HeaderNames.TIMESTAMP)).isEqualTo(Long.toString(ahead.toEpochMilli()));
        assertThat(held.time()).isEqualTo(NOW);
        assertThat(held.headerNames()).noneMatch(name -> name.contains("refused"));
        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("before", "after");
        assertThat(hapax.duplicates()).extracting(Published::keyText).containsExactly("before");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    // Stream time at the end of all times sends Kafka's punctuation into an endless loop.
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotBeLedAstrayByABadTimestampOnTheVeryFirstMessage(String topic) {
        send(topic, "ahead", Instant.parse("2099-12-31T23:59:59.999Z"));
        send(topic, "none", Instant.ofEpochMilli(-1));
        send(topic, "longest ago", Instant.ofEpochMilli(Long.MIN_VALUE));
        send(topic, "latest", Instant.ofEpochMilli(Long.MAX_VALUE));
        send(topic, "good", NOW);

        assertThat(hapax.quarantine())
                .extracting(Published::reason)
                .containsExactly(Reason.IN_THE_FUTURE, Reason.INVALID, Reason.INVALID, Reason.IN_THE_FUTURE);
        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("good");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    void shouldJudge1970ByStreamTime(String topic) {
        send(topic, "first of all", Instant.EPOCH);
        send(topic, "now", NOW);
        send(topic, "epoch", Instant.EPOCH);
        send(topic, "none", Instant.ofEpochMilli(-1));
        send(topic, "after", NOW);

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("first of all", "now", "after");
        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.LATE, Reason.INVALID);
        assertThat(hapax.quarantine())
                .extracting(held -> held.header(HeaderNames.TIMESTAMP))
                .containsExactly("0", "-1");
        assertThat(hapax.quarantine()).extracting(Published::time).containsOnly(NOW);
    }

    @Test
    void shouldAllowClocksToDifferByTheSkew() {
        hapax.passes(Duration.ofHours(1));
        Instant edge = hapax.now().plus(Duration.ofMinutes(5));

        send("unkeyed", "at the edge", edge);
        send("unkeyed", "beyond", edge.plusMillis(1));
        hapax.passes(Duration.ofMillis(1));
        send("unkeyed", "caught up with", edge.plusMillis(1));

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("at the edge", "caught up with");
        assertThat(last(hapax.quarantine()).keyText()).isEqualTo("beyond");
        assertThat(last(hapax.quarantine()).time()).isEqualTo(NOW.plus(Duration.ofHours(1)));
        assertThat(last(hapax.quarantine()).header(HeaderNames.QUARANTINED_AT)).isEqualTo("2026-05-04T13:00:00Z");
    }

    @Test
    void shouldNotLetAProducerRefuseItsMessageByOurHeader() {
        hapax.sends("unkeyed", "k", "{\"id\":\"forged\"}", header("hapax-refused-timestamp", "7"), header("a", "b"));

        assertThat(last(hapax.decisions()).keyText()).isEqualTo("forged");
        assertThat(last(hapax.decisions()).headerNames()).contains("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "unkeyed"})
    // With a cell for each bucket since 1970 this takes minutes.
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotBeHeldUpByASecondsTimestampBeforeACurrentOne(String topic, @TempDir Path hourlyFolder) {
        try (HapaxFixture hourly = new HapaxFixture(hourlyFolder, """
                sources:
                  - { topic: unkeyed, identity: { field: /id } }
                  - { topic: keyed, identity: { field: /id }, keyed-by-identity: true }
                guard: { ttl: 1h }
                """)) {
            send(hourly, topic, "seconds", Instant.ofEpochMilli(NOW.getEpochSecond()));
            for (int i = 1; i <= 20; i++) {
                send(hourly, topic, "step " + i, Instant.EPOCH.plus(Duration.ofDays(900L * i)));
            }
            send(hourly, topic, "now", NOW);
            send(hourly, topic, "now", NOW.plusMillis(1));
            hourly.passes(Duration.ofSeconds(2));

            assertThat(hourly.decisions()).hasSize(22);
            assertThat(hourly.duplicates()).extracting(Published::keyText).containsExactly("now");
            assertThat(hourly.desk().facts())
                    .singleElement()
                    .satisfies(facts -> assertThat(facts.buckets()).hasSizeLessThanOrEqualTo(2));
        }
    }

    @Test
    void shouldKnowTheTimestampOfEachOfSeveralBadRecordsInARow() {
        EventTime time = new EventTime(new SettableClock(NOW), hapax.settings(), this::sources);

        // As Kafka Streams does: a record is extracted before the one in front of it is processed.
        assertThat(time.extract(record(7, -1), 5)).isEqualTo(5);
        assertThat(time.extract(record(8, -2), 5)).isEqualTo(5);
        assertThat(time.rejected(at(7))).isEqualTo(new EventTime.Rejected(-1, true));
        assertThat(time.extract(record(9, NOW.toEpochMilli()), 5)).isEqualTo(NOW.toEpochMilli());
        assertThat(time.rejected(at(8))).isEqualTo(new EventTime.Rejected(-2, true));
        assertThat(time.rejected(at(9))).isNull();
    }

    @Test
    void shouldAcceptARecordThatIsReadAgainWhenTheClockHasCaughtUp() {
        SettableClock clock = new SettableClock(NOW);
        EventTime time = new EventTime(clock, hapax.settings(), this::sources);
        long ahead = NOW.plus(Duration.ofHours(1)).toEpochMilli();

        time.extract(record(7, ahead), 5);
        clock.set(NOW.plus(Duration.ofHours(2)));

        assertThat(time.extract(record(7, ahead), 5)).isEqualTo(ahead);
        assertThat(time.rejected(at(7))).isNull();
    }

    private Sources sources() {
        return Sources.of(hapax.settings(), Formats.load(), Classifiers.installed());
    }

    private static ConsumerRecord<Object, Object> record(long offset, long timestamp) {
        return new ConsumerRecord<>(
                "unkeyed",
                0,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty());
    }

    private static RecordMetadata at(long offset) {
        return new RecordMetadata() {
            @Override
            public String topic() {
                return "unkeyed";
            }

            @Override
            public int partition() {
                return 0;
            }

            @Override
            public long offset() {
                return offset;
            }
        };
    }

    private void send(String topic, String id, Instant time) {
        send(hapax, topic, id, time);
    }

    private static void send(HapaxFixture hapax, String topic, String id, Instant time) {
        hapax.sends(topic, id, "{\"id\":\"" + id + "\"}", time);
    }
}
