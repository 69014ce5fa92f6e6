package dev.hapax.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class GenerationsTest {

    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @Test
    void shouldGiveTwoReplaysOfOneMinuteDifferentGenerations() {
        int first = Generations.next(NOW, 0);

        assertThat(Generations.next(NOW, first)).isEqualTo(first + Generations.STEP);
    }

    @Test
    void shouldKeepCasesOfAReplayBelowTheNextReplay() {
        int replay = Generations.next(NOW, 0);
        int nextReplay = Generations.next(NOW, replay);

        int generation = replay;
        while (generation < nextReplay - 1) {
            generation = Generations.after(generation);
        }

        int last = generation;
        assertThat(Generations.isLast(last)).isTrue();
        assertThatThrownBy(() -> Generations.after(last)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFitForDecades() {
        assertThat(Generations.next(Instant.parse("2080-01-01T00:00:00Z"), 0)).isPositive();
    }
}
