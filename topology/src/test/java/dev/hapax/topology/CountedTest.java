package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Command;
import dev.hapax.domain.Header;
import dev.hapax.meters.InstanceCounts;
import dev.hapax.meters.Meter;
import dev.hapax.wire.CommandFormat;
import dev.hapax.wire.HeaderNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every end a message can come to is counted, once, where it belongs. */
class CountedTest {

    /** Of replays that it runs, and of what Kafka Streams measures. */
    private static final EnumSet<Meter> OF_THE_INSTANCE =
            EnumSet.of(Meter.REPLAY_PASSED, Meter.REPLAY_LENGTH, Meter.COMMIT_LATENCY, Meter.COMMIT_LATENCY_MAX);

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id } }
                  - { topic: payments, keyed-by-identity: true, identity: { field: /id } }
                guard: { ttl: 1h, max-lateness: 10m }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldCountEveryMessageByItsSourceAndOutcome() {
        hapax.sends("hooks", null, json("1", "Payment failed"));
        hapax.redeliversTheLast();
        hapax.sends("hooks", null, json("1", "Payment failed"));
        hapax.sends("hooks", null, json("1", "another story"));
        hapax.sends("hooks", null, "not JSON");
        hapax.sends("payments", "2", json("2", "The newsletter"));
        hapax.sends("payments", "2", json("2", "The newsletter"));
        hapax.sends("payments", "3", json("3", "Payment failed"));

        InstanceCounts tally = hapax.meters().tally();

        assertThat(tally.messages()).containsOnlyKeys("hooks", "payments");
        assertThat(count(Meter.MESSAGES, "source", "hooks", "outcome", "admitted"))
                .isEqualTo(1);
        assertThat(count(Meter.MESSAGES, "source", "hooks", "outcome", "duplicate"))
                .isEqualTo(1);
        assertThat(count(Meter.MESSAGES, "source", "hooks", "outcome", "redelivery"))
                .isEqualTo(1);
        assertThat(count(Meter.MESSAGES, "source", "hooks", "outcome", "quarantined"))
                .isEqualTo(2);
        assertThat(count(Meter.MESSAGES, "source", "payments", "outcome", "admitted"))
                .isEqualTo(2);
        assertThat(count(Meter.MESSAGES, "source", "payments", "outcome", "duplicate"))
                .isEqualTo(1);
        assertThat(count(Meter.MESSAGES, "source", "payments", "outcome", "quarantined"))
                .isZero();
        assertThat(count(Meter.DECISIONS, "label", "billing-failure", "important", "true"))
                .isEqualTo(2);
        assertThat(count(Meter.DECISIONS, "label", "newsletter", "important", "false"))
                .isEqualTo(1);
        assertThat(count(Meter.ALERTS)).isEqualTo(2);
        assertThat(count(Meter.QUARANTINED, "reason", "CONFLICT")).isEqualTo(1);
        assertThat(count(Meter.QUARANTINED, "reason", "UNREADABLE")).isEqualTo(1);
        assertThat(count(Meter.REPLAYED, "outcome", "admitted")).isZero();
        assertThat(tally.decisionsByLabel()).isEqualTo(Map.of("billing-failure", 2L, "newsletter", 1L));
        assertThat(tally.quarantinedByReason()).containsEntry("CONFLICT", 1L).containsEntry("UNREADABLE", 1L);
        assertThat(tally.alerts()).isEqualTo(2);
    }

    @Test
    void shouldCountReplaysOnceMoreByThemselves() {
        hapax.sends("hapax.replays", "1", json("1", "Payment failed"), replay(1, false));
        hapax.sends("hapax.replays", "1", json("1", "Payment failed"), replay(1, false));
        hapax.sends("hapax.replays", "1", json("1", "another story"), replay(1, false));
        hapax.sends("hapax.replays", "1", json("1", "silent: payment failed"), replay(2, true));
        hapax.sends("hapax.replays", "1", "no replay at all");

        assertThat(count(Meter.REPLAYED, "outcome", "admitted")).isEqualTo(2);
        assertThat(count(Meter.REPLAYED, "outcome", "redelivery")).isEqualTo(1);
        assertThat(count(Meter.REPLAYED, "outcome", "quarantined")).isEqualTo(2);
        assertThat(count(Meter.MESSAGES, "source", "hooks", "outcome", "admitted"))
                .isEqualTo(2);
        assertThat(count(Meter.MESSAGES, "source", "unknown", "outcome", "quarantined"))
                .isEqualTo(1);
        assertThat(count(Meter.ALERTS)).as("the second was silent").isEqualTo(1);
        assertThat(registry()
                        .get(Meter.EVENT_LATENCY.id())
                        .tags("source", "hooks")
                        .timer()
                        .count())
                .as("how old a replayed message is says nothing")
                .isZero();
    }

    @Test
    void shouldCountCommandsByTheirAnswer() {
        hapax.sends("hooks", null, json("1", "Payment failed"));
        byte[] key = "1".getBytes(StandardCharsets.UTF_8);
        Command forget = new Command.Forget("c1", "1", "ada", "sent to the wrong address", NOW);
        hapax.sendsBytes("hapax.commands", key, CommandFormat.write(forget), NOW);
        hapax.sends("hapax.commands", "1", "no command");

        assertThat(count(Meter.COMMANDS, "answer", "forgotten")).isEqualTo(1);
        assertThat(count(Meter.COMMANDS, "answer", "refused")).isEqualTo(1);
    }

    @Test
    void shouldTimeOneMessageInSixteen() {
        for (int i = 0; i < 33; i++) {
            hapax.sends("payments", "" + i, json("" + i, "late"), NOW.minusSeconds(30));
        }

        var latency = registry()
                .get(Meter.EVENT_LATENCY.id())
                .tags("source", "payments")
                .timer();
        assertThat(latency.count()).isEqualTo(3);
        assertThat(latency.totalTime(TimeUnit.SECONDS)).isEqualTo(90);
        assertThat(registry()
                        .get(Meter.CLASSIFY.id())
                        .tags("source", "payments")
                        .timer()
                        .count())
                .isEqualTo(3);
        assertThat(registry()
                        .get(Meter.WORK.id())
                        .tags("step", "intake")
                        .timer()
                        .count())
                .isEqualTo(3);
        assertThat(registry().get(Meter.WORK.id()).tags("step", "admit").timer().count())
                .isEqualTo(3);
        assertThat(registry().get(Meter.WORK.id()).tags("step", "admit").timer().totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
    }

    @Test
    void shouldCountWhatEvictionDropsAndHowLongItTakes() {
        hapax.sends("payments", "1", json("1", "old"));
        hapax.sends("payments", "2", json("2", "old"));
        assertThat(count(Meter.EVICTED_BUCKETS)).isZero();

        hapax.passes(Duration.ofHours(3));
        hapax.sends("payments", "3", json("3", "new"));

        assertThat(count(Meter.EVICTED_BUCKETS)).isEqualTo(1);
        assertThat(count(Meter.EVICTED_ENTRIES)).isEqualTo(2);
        assertThat(registry().get(Meter.EVICTION.id()).timer().count()).isPositive();
    }

    @Test
    void shouldHaveEveryMeterThereIsButThoseOfTheInstanceItRunsIn() {
        for (Meter meter : EnumSet.complementOf(OF_THE_INSTANCE)) {
            if (meter == Meter.DECISIONS) {
                hapax.sends("hooks", null, json("1", "Payment failed"));
            }
            assertThat(registry().find(meter.id()).meters())
                    .as(meter.id())
                    .isNotEmpty()
                    .allSatisfy(found -> {
                        assertThat(found.getId().getDescription()).isEqualTo(meter.help());
                        assertThat(found.getId().getTags())
                                .extracting(Tag::getKey)
                                .containsExactlyInAnyOrderElementsOf(meter.tags());
                    });
        }
    }

    private MeterRegistry registry() {
        return hapax.meters().registry();
    }

    private double count(Meter meter, String... tags) {
        return registry().get(meter.id()).tags(tags).functionCounter().count();
    }

    private static Header[] replay(int generation, boolean silent) {
        return new Header[] {
            header(HeaderNames.ORIGINAL_HEADERS, "0"),
            header(HeaderNames.GENERATION, Integer.toString(generation)),
            header(HeaderNames.ATTEMPTS, "0"),
            header(HeaderNames.SOURCE, "hooks"),
            header(HeaderNames.SOURCE_TOPIC, "hooks"),
            header(HeaderNames.SOURCE_PARTITION, "0"),
            header(HeaderNames.SOURCE_OFFSET, "7"),
            header(silent ? HeaderNames.SUPPRESS_ALERTS : "ignored", "1")
        };
    }

    private static String json(String id, String subject) {
        return "{\"id\":\"" + id + "\",\"subject\":\"" + subject + "\"}";
    }
}
