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
        Duration changelogExtraRetention) {}
