package dev.hapax.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.ChannelSettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the limits of a channel let through, with the ledger on its real store. */
class SendLimitsTest {

    private static final String SERVER =
            "smtp: { host: m.example.com, from: a@example.com, verified-domains: [example.com] }";
    private static final String POLICIES =
            "  policies: [{ name: all, channel: mail }, { name: more, channel: limited }]\n";

    @TempDir
    private Path folder;

    private LedgerFixture ledger(String limits) {
        return new LedgerFixture(folder, "    limited: { " + SERVER + ", " + limits + " }\n" + POLICIES);
    }

    private static void stage(LedgerFixture ledger, int from, int to, String domain) {
        for (int i = from; i < to; i++) {
            ledger.stage("limited", "m" + i, "m" + i + "@" + domain);
        }
    }

    private static List<String> due(LedgerFixture ledger) {
        return ledger.written(Topic.DUE).stream().map(SendLimitsTest::key).toList();
    }

    private static String key(TestRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    /** As a worker would, at once. */
    private static void sendAll(LedgerFixture ledger, Set<String> sent) {
        for (String id : List.copyOf(due(ledger))) {
            if (sent.add(id)) {
                ledger.event(id, new DeliveryEvent.Claimed(1, "w1", 60_000, 1_000));
                ledger.event(id, new DeliveryEvent.Reported(1, DeliveryEvent.Result.SENT, "w1", "250"));
            }
        }
    }

    @Test
    void shouldKeepARateAndSendEverythingInTheEnd() {
        try (LedgerFixture ledger = ledger("rate: 10/s")) {
            stage(ledger, 0, 100, "example.org");
            Set<String> sent = new HashSet<>();
            List<Integer> perStep = new ArrayList<>();
            for (int step = 0; step < 150; step++) {
                sendAll(ledger, sent);
                perStep.add(sent.size());
                ledger.pass(Duration.ofMillis(100));
            }

            for (int step = 10; step < perStep.size(); step++) {
                assertThat(perStep.get(step) - perStep.get(step - 10))
                        .as("sent in the second before step %d of %s", step, perStep)
                        .isLessThanOrEqualTo(13);
            }
            assertThat(sent).as("%s", perStep).hasSize(100);
            assertThat(perStep.get(80)).as("the rate is used: %s", perStep).isGreaterThan(60);
        }
    }

    @Test
    void shouldNotLetABacklogOfDueDeliveriesGrowWhileNoWorkerRuns() {
        try (LedgerFixture ledger = ledger("rate: 10/s")) {
            stage(ledger, 0, 100, "example.org");
            for (int step = 0; step < 150; step++) {
                ledger.pass(Duration.ofMillis(100));
            }

            assertThat(due(ledger)).as("two seconds of the rate").hasSizeBetween(10, 20);
        }
    }

    @Test
    void shouldNotHoldUpOtherChannelsOrDomains() {
        try (LedgerFixture ledger = ledger("domain-rate: 1/h")) {
            stage(ledger, 0, 600, "example.org");
            stage(ledger, 600, 601, "EXAMPLE.net");
            ledger.stage("other", "Hello");
            ledger.pass(Duration.ofSeconds(1));

            assertThat(due(ledger)).containsExactlyInAnyOrder("m0", "m600", "other");
        }
    }

    @Test
    void shouldKeepADailyCapOverRestartsAndCountWhatIsInFlight() {
        try (LedgerFixture ledger = ledger("daily-cap: 5")) {
            stage(ledger, 0, 20, "example.org");
            ledger.pass(Duration.ofHours(1));
            assertThat(due(ledger)).hasSize(5);
            Set<String> sent = new HashSet<>();
            sendAll(ledger, sent);
            stage(ledger, 20, 21, "example.org");
            Delivery waiting = Objects.requireNonNull(ledger.delivery("m20"));
            long anHourLater =
                    LedgerFixture.NOW.toEpochMilli() + Duration.ofHours(1).toMillis();
            assertThat(new SendLimits(ledger.channels(), campaign -> ChannelSettings.Limits.NONE, 0, 1, ledger.store())
                            .next(waiting, true, anHourLater))
                    .as("asked by a successor, who has nothing but the store")
                    .isGreaterThan(anHourLater);
            ledger.pass(Duration.ofHours(10));
            assertThat(due(ledger)).as("until midnight, UTC").hasSize(5);

            ledger.pass(Duration.ofHours(2));
            assertThat(due(ledger)).as("the next day").hasSize(10);
            // Two of them are still in flight when the third day begins, and may be sent on it.
            List<String> all = due(ledger);
            for (String id : all.subList(5, 8)) {
                sent.add(id);
                ledger.event(id, new DeliveryEvent.Claimed(1, "w1", 600_000_000, 1_000));
                ledger.event(id, new DeliveryEvent.Reported(1, DeliveryEvent.Result.SENT, "w1", "250"));
            }
            ledger.pass(Duration.ofDays(1));
            assertThat(due(ledger)).as("the third day").hasSize(13);
        }
    }

    @Test
    void shouldExpireWhatALimitHoldsBackTooLong() {
        try (LedgerFixture ledger = ledger("daily-cap: 1")) {
            stage(ledger, 0, 40, "example.org");
            for (int day = 0; day < 20; day++) {
                ledger.pass(Duration.ofDays(1));
            }

            List<DeliveryState> states = IntStream.range(0, 40)
                    .mapToObj(i -> Objects.requireNonNull(ledger.delivery("m" + i)))
                    .map(Delivery::state)
                    .toList();
            // The first one is still in flight, so it takes the place of each later day.
            assertThat(states).containsOnly(DeliveryState.DUE, DeliveryState.EXPIRED);
        }
    }

    @Test
    void shouldShareACapAmongPartitionsWithoutARest() {
        for (int cap : List.of(3, 7, 100)) {
            assertThat(IntStream.range(0, 3)
                            .mapToLong(partition -> SendLimits.share(cap, partition, 3))
                            .sum())
                    .isEqualTo(cap);
        }
    }

    @Test
    void shouldKnowTheDomainOfEveryTarget() {
        assertThat(SendLimits.throughDomain("c", "a@Bücher.example")).isEqualTo("c xn--bcher-kva.example");
        assertThat(SendLimits.throughDomain("c", "https://Hooks.example.com/a@b.org"))
                .isEqualTo("c hooks.example.com");
        assertThat(SendLimits.throughDomain("c", "https://a b/")).isEqualTo("c ");
        assertThat(SendLimits.throughDomain("c", "nonsense")).isEqualTo("c nonsense");
    }
}
