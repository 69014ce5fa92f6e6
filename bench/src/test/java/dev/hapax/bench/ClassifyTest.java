package dev.hapax.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.bench.jmh.MicroBenchmarks;
import dev.hapax.bench.report.BenchTarget;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassifyTest {

    @Test
    void shouldJudgeIntakeAndHowRulesGrow() {
        List<BenchTarget> targets = Classify.targets(List.of(
                new MicroBenchmarks.MicroResult("IntakeBenchmark.json", Map.of(), 1.8, 1.9, 0.1, "us/op"),
                new MicroBenchmarks.MicroResult("RulesBenchmark.classify", Map.of("rules", "30"), 2, 7, 0.1, "us/op"),
                new MicroBenchmarks.MicroResult("RulesBenchmark.classify", Map.of("rules", "300"), 5, 7, 0.1, "us/op"),
                new MicroBenchmarks.MicroResult(
                        "RulesBenchmark.classify", Map.of("rules", "3000"), 9, 7, 0.1, "us/op")));

        assertThat(targets).extracting(BenchTarget::measured).containsExactly(1.8, 2.5);
        assertThat(targets).extracting(BenchTarget::met).containsExactly(true, false);
    }

    @Test
    void shouldJudgeNothingThatWasNotMeasured() {
        assertThat(Classify.targets(List.of(
                        new MicroBenchmarks.MicroResult("GuardEntryBenchmark.read", Map.of(), 1, 1, 0.1, "us/op"))))
                .isEmpty();
    }
}
