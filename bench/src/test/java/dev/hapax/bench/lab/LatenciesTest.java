package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static final SteadyLoad.Latencies.Load LOAD = new SteadyLoad.Latencies.Load(100, 0.5);

    @Test
    void shouldTakeTheNearestRank() {
        long[] backwards = LongStream.rangeClosed(1, 1_000)
                .map(i -> (1_001 - i) * 1_000_000)
                .toArray();

        assertThat(SteadyLoad.Latencies.of(backwards, 3, LOAD))
                .isEqualTo(new SteadyLoad.Latencies(500, 990, 999, 1_000, 1_000, 3, LOAD));
    }

    @Test
    void shouldFailWhereNothingCameOut() {
        assertThatExceptionOfType(ContenderException.class)
                .isThrownBy(() -> SteadyLoad.Latencies.of(new long[0], 12, LOAD))
                .withMessageContaining("12");
    }

    @Test
    void shouldKnowAMessageAgainByItsKey() {
        assertThat(Arrivals.number(Arrivals.identity(123_456).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(123_456);
    }
}
