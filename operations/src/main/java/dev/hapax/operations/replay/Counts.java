package dev.hapax.operations.replay;

/**
 * What became of the messages a replay has passed, each counted once, in the transaction that passed it.
 *
 * @param sent given again
 * @param skipped not what the filter wants
 * @param unreadable has no identity to be given again under; it is in quarantine already
 * @param deleted offsets whose records were deleted before the replay came to them
 */
public record Counts(long sent, long skipped, long unreadable, long deleted) {

    public static final Counts NONE = new Counts(0, 0, 0, 0);

    static final Counts SENT = new Counts(1, 0, 0, 0);
    static final Counts SKIPPED = new Counts(0, 1, 0, 0);
    static final Counts UNREADABLE = new Counts(0, 0, 1, 0);

    static Counts deleted(long offsets) {
        return new Counts(0, 0, 0, offsets);
    }

    Counts plus(Counts more) {
        return new Counts(
                sent + more.sent, skipped + more.skipped, unreadable + more.unreadable, deleted + more.deleted);
    }
}
