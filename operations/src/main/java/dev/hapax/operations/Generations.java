package dev.hapax.operations;

import java.time.Duration;
import java.time.Instant;

/**
 * Which generation a message given again acts under. The guard admits an identity once under each, so two replays that mean
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

    /** For a case out of quarantine that failed under this one. */
    public static int after(int generation) {
        if (generation % STEP == STEP - 1) {
            throw new OperationException(
                    "it has been replayed " + (STEP - 1) + " times: drop it, or have its producer send it anew");
        }
        return generation + 1;
    }
}
