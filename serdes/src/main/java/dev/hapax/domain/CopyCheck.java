package dev.hapax.domain;

/**
 * The generations under which no copy of a replayed message may have acted. A case that was never admitted carries one: its
 * own generation alone would let it act beside a copy that was sent again, or that waited in quarantine too.
 *
 * @param from the first generation; the live messages' where it is 0
 * @param to the last generation, included
 * @param conflictAccepted whether an operator accepts that other content has acted under the same identity
 */
public record CopyCheck(int from, int to, boolean conflictAccepted) {

    /** More than a case can be replayed; it bounds the lookups that one replay costs. */
    public static final int MOST_GENERATIONS = 64;

    public CopyCheck {
        if (from < 0 || to < from || (long) to - from >= MOST_GENERATIONS) {
            throw new IllegalArgumentException("generations " + from + "-" + to + ": must be a range of 1 to "
                    + MOST_GENERATIONS + " generations");
        }
    }
}
