package dev.hapax.domain;

import java.time.Duration;

/**
 * The lengths of time the guard works with, in milliseconds.
 *
 * @param longestTtl of all sources
 * @param maxLateness how far behind stream time a message may be and still be admitted
 * @param bucket how much time one bucket spans
 */
public record GuardWindows(long longestTtl, long maxLateness, long bucket) {

    public static GuardWindows of(Duration longestTtl, Duration maxLateness, Duration bucket) {
        return new GuardWindows(longestTtl.toMillis(), maxLateness.toMillis(), bucket.toMillis());
    }

    public long bucketOf(long time) {
        return Math.floorDiv(time, bucket);
    }

    /** Entries stand at the last millisecond of their bucket, so that none expires before its own time. */
    public long endOf(long bucketNumber) {
        return (bucketNumber + 1) * bucket - 1;
    }

    /**
     * How long the store must keep what is put into it. One bucket more than an entry can be asked for because the newest
     * entry stands up to a bucket ahead of stream time, and another because the recorded clock may lag behind.
     */
    public long retention() {
        return longestTtl + maxLateness + 2 * bucket;
    }

    /** How far stream time moves between two ticks of the eviction clock. */
    public long tick() {
        return Math.max(1, Math.min(bucket / 8, Duration.ofMinutes(1).toMillis()));
    }
}
