package dev.hapax.operations;

import dev.hapax.domain.CopyCheck;
import java.time.Duration;
import java.time.Instant;

/**
 * The generation of a replayed message. The guard admits an identity once under each, so two replays that mean
 * different things must never share one, and one that is repeated after a crash must have the same.
 *
 * <p>A replay of a stretch takes the next multiple of 64, counted by minutes since 2020; a case out of quarantine takes the
 * number after the one it failed under. So cases of a replay stay below the next replay's number.
 */
public final class Generations {

    static final int STEP = 64;

    private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

    private Generations() {}

    /**
     * For a new replay of a stretch.
     *
     * @param newest the newest one known, 0 for none
     */
    public static int next(Instant now, int newest) {
        long byTime = Math.max(1, Duration.between(FIRST, now).toMinutes());
        return Math.toIntExact(Math.max(byTime, newest / STEP + 1L) * STEP);
    }

    /** Whether a case that failed under this one can't be replayed any more, since the next one belongs to others. */
    public static boolean isLast(int generation) {
        return generation % STEP == STEP - 1;
    }

    /**
     * For a case out of quarantine that failed under this one.
     *
     * @throws IllegalArgumentException when it {@linkplain #isLast is the last}
     */
    public static int after(int generation) {
        if (isLast(generation)) {
            throw new IllegalArgumentException("there is no generation for a case after " + generation);
        }
        return generation + 1;
    }

    /** All that a message and its cases act under: as it arrived, or as a replay of a stretch gave it, is the first. */
    public static CopyCheck ofOneMessage(int generation, boolean conflictAccepted) {
        int first = generation - generation % STEP;
        return new CopyCheck(first, first + STEP - 1, conflictAccepted);
    }
}
