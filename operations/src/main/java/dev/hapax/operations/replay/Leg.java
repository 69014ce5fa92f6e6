package dev.hapax.operations.replay;

import dev.hapax.operations.Range;

/**
 * One partition of a replay.
 *
 * @param range what is to be given again
 * @param next the first offset it has not passed
 */
public record Leg(Range range, long next, ReplayCounts counts) {

    static Leg of(Range range) {
        return new Leg(range, range.from(), ReplayCounts.NONE);
    }

    public boolean isDone() {
        return next >= range.to();
    }

    public long passed() {
        return next - range.from();
    }

    /** Further on, past what is counted here; never past its end. */
    Leg movedTo(long offset, ReplayCounts more) {
        return new Leg(range, Math.min(Math.max(next, offset), range.to()), counts.plus(more));
    }
}
