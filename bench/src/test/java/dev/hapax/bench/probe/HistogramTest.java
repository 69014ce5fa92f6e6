package dev.hapax.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class HistogramTest {

    @Test
    void shouldFindPercentilesToWithinTwoPercentWhateverTheDurations() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        long[] nanos = new long[10_000];
        Histogram histogram = new Histogram();
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = random.nextLong() >>> random.nextInt(1, 64);
            histogram.add(nanos[i]);
        }
        Arrays.sort(nanos);

        for (double share : new double[] {0.01, 0.5, 0.99, 0.999, 1}) {
            long exact = nanos[(int) Math.ceil(nanos.length * share) - 1];
            assertThat(histogram.percentile(share))
                    .as("seed %d, share %s", seed, share)
                    .isGreaterThanOrEqualTo(exact)
                    .isCloseTo(exact, Percentage.withPercentage(2));
        }
    }

    @Test
    void shouldBeExactForTheLongest() {
        Histogram histogram = new Histogram();
        histogram.add(1);
        histogram.add(123_456_789);

        assertThat(histogram.max()).isEqualTo(123_456_789);
        assertThat(histogram.percentile(1)).isEqualTo(123_456_789);
        assertThat(histogram.percentile(0.5)).isEqualTo(1);
    }

    @Test
    void shouldAddUp() {
        Histogram one = new Histogram();
        one.add(10);
        Histogram other = new Histogram();
        other.add(20);
        other.add(2_000);

        one.add(other);

        assertThat(one.count()).isEqualTo(3);
        assertThat(one.max()).isEqualTo(2_000);
        assertThat(one.percentile(0.5)).isCloseTo(20, within(0L));
    }

    @Test
    void shouldBeZeroWhereNothingWasTimed() {
        assertThat(new Histogram().percentile(0.999)).isZero();
    }
}
