package dev.hapax.operations.replay;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a replay stands.
 *
 * @param hand who works on it, or did last
 * @param movedAt when it last went on
 * @param legs by partition
 */
public record ReplayStatus(
        ReplayPlan plan, boolean cancelled, Hand hand, Instant movedAt, SortedMap<Integer, Leg> legs) {

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
    public record Hand(String actor, Instant since) {}

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

    public ReplayCounts counts() {
        return legs.values().stream().map(Leg::counts).reduce(ReplayCounts.NONE, ReplayCounts::plus);
    }

    ReplayStatus takenBy(Hand taker) {
        return new ReplayStatus(plan, cancelled, taker, movedAt, legs);
    }

    ReplayStatus cancelledAt(Instant time) {
        return new ReplayStatus(plan, true, hand, time, legs);
    }

    ReplayStatus movedTo(SortedMap<Integer, Leg> moved, Instant time) {
        return new ReplayStatus(plan, cancelled, hand, time, moved);
    }
}
