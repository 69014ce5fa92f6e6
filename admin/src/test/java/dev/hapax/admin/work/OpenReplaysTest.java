package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.Range;
import dev.hapax.operations.replay.ReplayStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OpenReplaysTest {

    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    private final Map<String, ReplayStatus> there = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private final ReplayPart.OpenReplays news = new ReplayPart.OpenReplays(
            wanted -> there.values().stream()
                    .filter(status -> wanted.test(status.plan().id()))
                    .peek(status -> asked.add(status.plan().id()))
                    .toList(),
            Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void shouldReturnOpenAndJustEndedReplays() {
        put(1, 10, NOW.minusSeconds(3_600));
        put(2, 10, NOW.minusSeconds(59));
        put(3, 4, NOW.minusSeconds(3_600));

        assertThat(news.now()).extracting(status -> status.plan().id()).containsExactly("r3", "r2");
    }

    @Test
    void shouldNotReadEndedReplaysAgain() {
        put(1, 10, NOW);
        put(2, 4, NOW);
        news.now();
        asked.clear();

        put(2, 10, NOW);

        assertThat(news.now()).hasSize(2).allMatch(status -> status.state() == ReplayStatus.State.DONE);
        assertThat(asked).containsExactly("r2");
    }

    @Test
    void shouldForgetReplaysThatNoLongerExist() {
        put(1, 10, NOW);
        news.now();

        there.clear();

        assertThat(news.now()).isEmpty();
    }

    private void put(int generation, long next, Instant movedAt) {
        ReplayStatus.Plan plan = new ReplayStatus.Plan("in", generation, List.of(), 0, false, "ann", NOW, "");
        ReplayStatus.Leg leg = new ReplayStatus.Leg(new Range(0, 10), next, ReplayStatus.Counts.NONE);
        there.put(
                plan.id(),
                new ReplayStatus(
                        plan, false, new ReplayStatus.Owner("ann", NOW), movedAt, new TreeMap<>(Map.of(0, leg))));
    }
}
