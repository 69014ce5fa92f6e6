package dev.hapax.operations.replay;

import dev.hapax.operations.Range;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The progress of a replay.
 *
 * @param owner who works on it, or did last
 * @param movedAt when it last went on
 * @param legs by partition
 */
public record ReplayStatus(Plan plan, boolean cancelled, Owner owner, Instant movedAt, SortedMap<Integer, Leg> legs) {

    public static final Comparator<ReplayStatus> NEWEST_FIRST = Comparator.comparingInt(
                    (ReplayStatus status) -> status.plan().generation())
            .reversed();

    /** What can become of a replay. */
    public enum State {
        /** Running, or waiting to be resumed: from outside the two look the same. */
        OPEN,
        DONE,
        CANCELLED
    }

    /** One who works on a replay, since a certain time. */
    public record Owner(String actor, Instant since) {}

    public ReplayStatus {
        legs = Collections.unmodifiableSortedMap(new TreeMap<>(legs));
    }

    public State state() {
        if (legs.values().stream().allMatch(Leg::isDone)) {
            return State.DONE;
        }
        return cancelled ? State.CANCELLED : State.OPEN;
    }

    /** Offsets passed. */
    public long passed() {
        return legs.values().stream().mapToLong(Leg::passed).sum();
    }

    /** Offsets in all. */
    public long length() {
        return legs.values().stream().mapToLong(leg -> leg.range().length()).sum();
    }

    public Counts counts() {
        return legs.values().stream().map(Leg::counts).reduce(Counts.NONE, Counts::plus);
    }

    ReplayStatus takenBy(Owner taker) {
        return new ReplayStatus(plan, cancelled, taker, movedAt, legs);
    }

    ReplayStatus cancelledAt(Instant time) {
        return new ReplayStatus(plan, true, owner, time, legs);
    }

    ReplayStatus movedTo(SortedMap<Integer, Leg> moved, Instant time) {
        return new ReplayStatus(plan, cancelled, owner, time, moved);
    }

    /**
     * One partition of a replay.
     *
     * @param range the offsets to replay
     * @param next the first offset it has not passed
     */
    public record Leg(Range range, long next, Counts counts) {

        static Leg of(Range range) {
            return new Leg(range, range.from(), Counts.NONE);
        }

        public boolean isDone() {
            return next >= range.to();
        }

        public long passed() {
            return next - range.from();
        }

        /** Further on, past what is counted here; never past its end. */
        Leg movedTo(long offset, Counts more) {
            return new Leg(range, Math.min(Math.max(next, offset), range.to()), counts.plus(more));
        }
    }

    /**
     * What a replay was asked to do, as its operator asked for it. It never changes.
     *
     * @param generation the number its messages act under; no other replay has it
     * @param where the filter; empty for everything
     * @param rate messages a second at most; 0 for no limit
     * @param silent whether its decisions raise no alerts
     * @param reason why, in the operator's words; may be empty
     */
    public record Plan(
            String topic,
            int generation,
            List<String> where,
            int rate,
            boolean silent,
            String actor,
            Instant startedAt,
            String reason) {

        public Plan {
            where = List.copyOf(where);
        }

        public String id() {
            return id(generation);
        }

        static String id(int generation) {
            return "r" + generation;
        }
    }

    /**
     * What became of the messages a replay has passed, each counted once, in the transaction that passed it.
     *
     * @param sent replayed
     * @param skipped not what the filter wants
     * @param unreadable has no identity to replay it under; it is in quarantine already
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
}
