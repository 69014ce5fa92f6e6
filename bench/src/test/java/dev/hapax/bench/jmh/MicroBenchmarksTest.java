package dev.hapax.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That they run and are told apart; what they measure here means nothing. */
class MicroBenchmarksTest {

    @BeforeAll
    static void allowOthers() {
        // Nothing is measured here, so it may run while something else on the machine is.
        System.setProperty("jmh.ignoreLock", "true");
    }

    private static final MicroBenchmarks.Extent SHORT = new MicroBenchmarks.Extent(1, 2, 20);

    @Test
    void shouldRunWhatIsNamed() {
        List<MicroBenchmarks.MicroResult> results =
                MicroBenchmarks.run(SHORT, "GuardEntryBenchmark\\.write", "IntakeBenchmark\\.json$");

        assertThat(results)
                .extracting(MicroBenchmarks.MicroResult::name)
                .containsExactlyInAnyOrder("GuardEntryBenchmark.write", "IntakeBenchmark.json");
        assertThat(results).allSatisfy(result -> {
            assertThat(result.median()).isPositive();
            assertThat(result.mean()).isPositive();
            assertThat(result.unit()).isEqualTo("us/op");
            assertThat(result.parameters()).isEmpty();
        });
    }

    @Test
    void shouldTellParametersApart() {
        List<MicroBenchmarks.MicroResult> results = MicroBenchmarks.run(SHORT, "RulesBenchmark");

        assertThat(results)
                .extracting(MicroBenchmarks.MicroResult::parameters)
                .containsExactlyInAnyOrder(
                        Map.of("rules", "built-in"),
                        Map.of("rules", "30"),
                        Map.of("rules", "300"),
                        Map.of("rules", "3000"));
    }
}
