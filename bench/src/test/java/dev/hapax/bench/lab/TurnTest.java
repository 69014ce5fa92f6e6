package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TurnTest {

    /** What changes steadily in the meantime, such as how warm the process is, is not put down to the audience. */
    @Test
    void shouldCompareWithWhatWasBeforeAndAfter() {
        Turns.Turn turn =
                Turns.Turn.of(Audience.Kind.EVERYONE, run(100_000, 16), run(99_000, 18), run(120_000, 14), 3e6);

        assertThat(turn.throughput()).isCloseTo(0.9, within(1e-9));
        assertThat(turn.cpu()).isCloseTo(1.2, within(1e-9));
        assertThat(turn.bytesPerSecond()).isEqualTo(3e6);
    }

    private static Race.Run run(double messagesPerSecond, double cpuMicros) {
        return new Race.Run(messagesPerSecond, cpuMicros, 0, 3, OptionalLong.empty(), 0);
    }
}
