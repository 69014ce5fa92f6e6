package dev.hapax.config;

import java.time.Duration;

/**
 * How long and how the guard remembers.
 *
 * @param ttl two messages of one identity less than this apart in event time are one; sources may have their own
 * @param maxLateness how far behind stream time a message may be and still be judged
 * @param bucket what is evicted at once; more buckets mean finer eviction and more filter lookups
 * @param filterMemory bound of the heap filters of all tasks of an instance, bytes
 * @param rocksdbMemory bound of RocksDB's block cache and write buffers of all tasks of an instance, bytes
 * @param changelogExtraRetention how long an outage the changelog must outlive, beyond ttl and lateness
 */
public record GuardSettings(
        Duration ttl,
        Duration maxLateness,
        Duration bucket,
        boolean refreshOnDuplicate,
        long filterMemory,
        long rocksdbMemory,
        Duration changelogExtraRetention) {

    private static final Duration SHORTEST_BUCKET = Duration.ofSeconds(1);

    public GuardSettings {
        Rules.of("guard")
                .positive("ttl", ttl)
                .notNegative("max-lateness", maxLateness)
                .positive("bucket", bucket)
                .require(
                        filterMemory >= 64 * 1024,
                        "filter-memory",
                        SizeText.format(filterMemory),
                        "must be at least 64KiB")
                .require(
                        rocksdbMemory >= 1024 * 1024,
                        "rocksdb-memory",
                        SizeText.format(rocksdbMemory),
                        "must be at least 1MiB")
                .notNegative("changelog-extra-retention", changelogExtraRetention)
                .check();
    }

    /** Eight buckets to a TTL: a lookup asks few filters, and little outlives its time. None is longer than the TTL. */
    public static Duration bucketFor(Duration longestTtl) {
        Duration eighth = Duration.ofMillis(longestTtl.toMillis() / 8);
        Duration bucket = eighth.compareTo(SHORTEST_BUCKET) < 0 ? SHORTEST_BUCKET : eighth;
        return bucket.compareTo(longestTtl) < 0 ? bucket : longestTtl;
    }
}
