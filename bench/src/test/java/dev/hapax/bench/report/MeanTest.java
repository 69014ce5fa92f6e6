package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanTest {

    /** Beside the quantiles that tables of Student's distribution have. */
    @ParameterizedTest
    @CsvSource({"6, 2.571", "10, 2.262", "20, 2.093", "60, 2.001", "120, 1.980"})
    void shouldTellTheRange(int count, double quantile) {
        // Half of them are 0, half are 2: the mean is 1, the standard deviation √(n / (n − 1)).
        Mean mean = Mean.of(Stream.iterate(0.0, value -> 2 - value).limit(count).toList());

        assertThat(mean.value()).isEqualTo(1);
        assertThat(mean.high() - 1).isCloseTo(quantile / Math.sqrt(count - 1), within(0.002));
        assertThat(1 - mean.low()).isCloseTo(mean.high() - 1, within(1e-12));
    }

    @Test
    void shouldTellNoRangeOfFew() {
        Mean mean = Mean.of(List.of(0.9, 1.0, 1.1));

        assertThat(mean.text()).isEqualTo("1.00 (too few rounds)");
        assertThat(mean.fields()).containsOnlyKeys("mean");
    }

    @Test
    void shouldShowMeanAndRange() {
        Mean mean = Mean.of(List.of(0.98, 1.0, 1.02, 0.98, 1.0, 1.02));

        assertThat(mean.text()).isEqualTo("1.00 (0.98–1.02)");
        assertThat(mean.fields()).containsOnlyKeys("mean", "low", "high");
    }

    @Test
    void shouldRefuseNothing() {
        assertThatThrownBy(() -> Mean.of(List.of())).hasMessage("nothing was measured");
    }
}
