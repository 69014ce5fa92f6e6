package dev.hapax.demo.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of the demo's messages one by one, as far as no guard is needed to tell. */
class DemoMessagesTest {

    private static final Set<Reason> BY_INTAKE =
            Set.of(Reason.UNREADABLE, Reason.INVALID, Reason.NO_IDENTITY, Reason.TOO_LARGE, Reason.INTERNAL);

    private final DemoReading reading = new DemoReading();
    private final DemoStream stream = DemoStream.of(11, 20_000, Instant.parse("2026-05-04T12:00:00Z"));

    @Test
    void shouldAgreeWithTheConfiguration() {
        assertThat(reading.settings.topics().partitions()).isEqualTo(Feed.PARTITIONS);
        assertThat(reading.settings.topic(Topic.REPLAYS)).isEqualTo(Feed.Written.REPLAYS);
        assertThat(reading.settings.quarantine().maxAttempts()).isEqualTo(Composer.MAX_ATTEMPTS);
        assertThat(reading.settings.guard().maxLateness()).isGreaterThan(DemoOriginals.SPAN);
        assertThat(reading.settings.sources()).hasSameSizeAs(Feed.values());
        for (Feed feed : Feed.values()) {
            assertThat(reading.settings.source(feed.source()).topic()).isEqualTo(feed.topic());
            assertThat(reading.settings.source(feed.source()).ttl()).isEqualTo(feed.ttl());
        }
    }

    @Test
    void shouldBeRefusedByIntakeOnlyAsIntended() {
        Set<String> explanations = new HashSet<>();
        for (DemoMessage message : stream) {
            if (reading.isReplay(message)) {
                continue;
            }
            Intake intake = reading.read(message);
            Reason intended = message.fate().reason();
            if (intended != null && BY_INTAKE.contains(intended)) {
                assertThat(intake)
                        .isInstanceOfSatisfying(
                                Outcome.Refused.class,
                                refused -> assertThat(refused.refusal().reason())
                                        .as(refused.refusal().explanation())
                                        .isEqualTo(intended));
                explanations.add(((Outcome.Refused) intake).refusal().explanation());
            } else {
                assertThat(intake).as("%s", message.fate()).isInstanceOf(Intake.Arrived.class);
            }
        }

        assertThat(explanations).as("many ways to be broken").hasSizeGreaterThan(15);
    }

    @Test
    void shouldBeDecidedWithManyLabelsAndFewAlerts() throws RefusedException {
        Map<String, Integer> labels = new HashMap<>();
        int decisions = 0;
        int alerts = 0;
        for (DemoMessage message : stream) {
            if (message.fate().equals(DemoMessage.Fate.ADMITTED) && !reading.isReplay(message)) {
                Decision decision = reading.source(message).decide(reading.arrival(message));
                labels.merge(decision.judgement().label(), 1, Integer::sum);
                alerts += decision.judgement().important() ? 1 : 0;
                decisions++;
            }
        }

        assertThat((double) alerts / decisions).as("%s", labels).isBetween(0.1, 0.2);
        assertThat(labels).hasSizeGreaterThan(15);
        assertThat(labels.get("other")).isLessThan(decisions / 2);
    }

    @Test
    void shouldBeUndecidableWhereTheAmountIsText() {
        for (DemoMessage message : stream) {
            if (message.fate().equals(DemoMessage.Fate.quarantined(Reason.CLASSIFIER_FAILED))) {
                Arrival arrival = reading.arrival(message);
                assertThatThrownBy(() -> reading.source(message).decide(arrival))
                        .isInstanceOfSatisfying(
                                RefusedException.class,
                                refused -> assertThat(refused.reason()).isEqualTo(Reason.CLASSIFIER_FAILED));
            }
        }
    }

    @Test
    void shouldGoThroughOnePartitionForEachIdentity() {
        Map<String, Integer> partitions = new HashMap<>();
        Set<Integer> guards = new HashSet<>();
        for (DemoMessage message : stream) {
            if (!reading.isReplay(message) && reading.read(message) instanceof Intake.Arrived arrived) {
                String identity = arrived.arrival().identity();
                Integer before = partitions.put(identity, message.partition());
                assertThat(before == null || before == message.partition())
                        .as(identity)
                        .isTrue();
                guards.add(Feed.guardPartition(identity) * Feed.PARTITIONS + message.partition());
            }
        }

        assertThat(guards).as("every partition feeds every guard").hasSize(Feed.PARTITIONS * Feed.PARTITIONS);
    }

    @Test
    void shouldPutTheLateBehindAMessageOfNowOnTheSameWay() {
        for (long seed = 0; seed < 20; seed++) {
            Set<String> reached = new HashSet<>();
            for (DemoMessage message : DemoStream.of(seed, 2_000, Instant.parse("2026-05-04T12:00:00Z"))) {
                if (reading.isReplay(message)
                        || message.fate().equals(DemoMessage.Fate.quarantined(Reason.IN_THE_FUTURE))) {
                    continue;
                }
                if (reading.read(message) instanceof Intake.Arrived arrived) {
                    String way = message.topic() + "-" + message.partition() + " to "
                            + Feed.guardPartition(arrived.arrival().identity());
                    if (message.fate().equals(DemoMessage.Fate.quarantined(Reason.LATE))) {
                        assertThat(reached).as("seed %d", seed).contains(way);
                    } else {
                        reached.add(way);
                    }
                }
            }
        }
    }

    @Test
    void shouldReplayInThePartitionOfTheGuard() {
        int replays = 0;
        for (DemoMessage message : stream) {
            if (reading.isReplay(message) && message.fate().equals(DemoMessage.Fate.ADMITTED)) {
                assertThat(message.partition())
                        .isEqualTo(Feed.guardPartition(
                                new String(Objects.requireNonNull(message.key()), StandardCharsets.UTF_8)));
                assertThat(message.headers()).anyMatch(header -> header.name().equals(HeaderNames.GENERATION));
                replays++;
            }
        }

        assertThat(replays).isPositive();
    }

    @Test
    void shouldNeverSendMoreThanAFewBadMessagesInARow() {
        Map<String, Integer> inARow = new HashMap<>();
        for (long seed = 0; seed < 50; seed++) {
            inARow.clear();
            for (DemoMessage message : DemoStream.of(seed, 200, Instant.parse("2026-05-04T12:00:00Z"))) {
                int bad = message.fate().kind() == DemoMessage.Fate.Kind.QUARANTINED ? 1 : 0;
                int row = inARow.merge(message.topic() + message.partition(), bad, (a, b) -> b == 0 ? 0 : a + 1);
                assertThat(row).isLessThan(10);
            }
        }
    }
}
