package dev.hapax.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hapax.bench.lab.Audience;
import dev.hapax.bench.lab.Turns;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.BenchTarget;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchedResultsTest {

    private final WatchedResults results = new WatchedResults();

    @Test
    void shouldJudgeByTheMeanOfEveryone() {
        results.add(List.of(turn(Audience.Kind.NOBODY, 1.2), turn(Audience.Kind.EVERYONE, 0.99)));
        results.add(List.of(turn(Audience.Kind.EVERYONE, 0.90)));

        BenchReport report = results.report(Order.Extent.FULL, Map.of());

        assertThat(report.complete()).isTrue();
        assertThat(report.targets()).singleElement().satisfies(target -> {
            assertThat(target.measured()).isCloseTo(0.945, within(1e-9));
            assertThat(target.met()).isFalse();
        });
        assertThat(report.contenders()).extracting(it -> it.get("name")).containsExactly("nobody", "everyone");
        assertThat(report.contenders()).extracting(it -> it.get("turns")).containsExactly(1, 2);
    }

    /** Many turns of few processes must not look like many measurements. */
    @Test
    void shouldTellHowSureItIsByTheRounds() {
        for (double round : List.of(0.90, 0.92, 0.94, 0.96, 0.98)) {
            results.add(List.of(
                    turn(Audience.Kind.EVERYONE, round - 0.2),
                    turn(Audience.Kind.EVERYONE, round),
                    turn(Audience.Kind.EVERYONE, round + 0.2)));
        }

        Map<String, Object> everyone =
                results.report(Order.Extent.FULL, Map.of()).contenders().get(0);

        assertThat(everyone).containsEntry("rounds", 5).containsEntry("turns", 15);
        assertThat(everyone)
                .extractingByKey("throughputRatio")
                .asString()
                .contains("mean=0.94", "low=0.90", "high=0.97");
    }

    @Test
    void shouldMeetTheAim() {
        results.add(List.of(turn(Audience.Kind.EVERYONE, 0.96)));

        assertThat(results.report(Order.Extent.NORMAL, Map.of()).targets())
                .extracting(BenchTarget::met)
                .containsExactly(true);
    }

    @Test
    void shouldJudgeNothingWhenQuickOrWithoutEveryone() {
        results.add(List.of(turn(Audience.Kind.CLIENTS, 0.5)));
        assertThat(results.report(Order.Extent.FULL, Map.of()).targets()).isEmpty();

        results.add(List.of(turn(Audience.Kind.EVERYONE, 0.5)));
        assertThat(results.report(Order.Extent.QUICK, Map.of()).targets()).isEmpty();
    }

    @Test
    void shouldBeIncompleteWithoutATurnOrWithAFailure() {
        BenchReport none = results.report(Order.Extent.FULL, Map.of());
        assertThat(none.complete()).isFalse();
        assertThat(none.notes()).contains("no turn was taken: there were too few messages");

        results.add(List.of(turn(Audience.Kind.EVERYONE, 1)));
        results.fail("round 2 of 2", new IllegalStateException("a client was let go"));
        BenchReport failed = results.report(Order.Extent.FULL, Map.of());
        assertThat(failed.complete()).isFalse();
        assertThat(failed.notes()).contains("round 2 of 2 failed: a client was let go");
    }

    private static Turns.Turn turn(Audience.Kind kind, double throughput) {
        return new Turns.Turn(kind, throughput, 1, 0);
    }
}
