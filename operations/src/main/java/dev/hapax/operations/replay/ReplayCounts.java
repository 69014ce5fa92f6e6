package dev.hapax.operations.replay;

/**
 * What became of the messages a replay has passed, each counted once, in the transaction that passed it.
 *
 * @param sent given again
 * @param skipped not what the filter wants
 * @param unreadable has no identity to be given again under; it is in quarantine already
 * @param deleted offsets whose records were deleted before the replay came to them
 */
public record ReplayCounts(long sent, long skipped, long unreadable, long deleted) {

    public static final ReplayCounts NONE = new ReplayCounts(0, 0, 0, 0);

    static final ReplayCounts SENT = new ReplayCounts(1, 0, 0, 0);
    static final ReplayCounts SKIPPED = new ReplayCounts(0, 1, 0, 0);
    static final ReplayCounts UNREADABLE = new ReplayCounts(0, 0, 1, 0);

    static ReplayCounts deleted(long offsets) {
        return new ReplayCounts(0, 0, 0, offsets);
    }

    ReplayCounts plus(ReplayCounts more) {
        return new ReplayCounts(
                sent + more.sent, skipped + more.skipped, unreadable + more.unreadable, deleted + more.deleted);
    }
}
