package dev.hapax.guard;

import java.util.List;

/**
 * How a task's share of the guard stood at its last tick.
 *
 * @param oldest event time of the oldest bucket that has entries, in ms, or -1
 * @param expired entries of buckets that have died by stream time and are still there
 * @param evictionLag how far stream time has come since eviction last ran, in ms
 */
public record GuardStats(
        String task, long entries, long bytes, long oldest, long expired, long evictionLag, List<Span> buckets) {

    /** How many entries a bucket has, and the stretch of event time it stands for, in ms. */
    public record Span(long from, long to, long entries) {}
}
