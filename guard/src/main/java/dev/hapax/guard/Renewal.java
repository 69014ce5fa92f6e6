package dev.hapax.guard;

import dev.hapax.wire.GuardChunk;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/**
 * Reads entries that are still alive although their changelog records are old, so that they can be appended again
 * before the broker deletes these. Entries die by stream time and records by the clock, and stream time stands still on
 * an idle partition.
 */
final class Renewal {

    private final BucketDatabase database;
    private final LiveBuckets buckets;
    private @Nullable Bucket bucket;
    private long began;
    private byte @Nullable [] last;

    Renewal(BucketDatabase database, LiveBuckets buckets) {
        this.database = database;
        this.buckets = buckets;
    }

    /** Whether there is a bucket with records that were appended before that time. */
    boolean due(long before) {
        return bucket != null || oldest(before) != null;
    }

    /**
     * Hands over the next entries of such a bucket, so many at most. Everything must be on disk. It holds no iterator
     * between two calls: that would show entries which have been changed or forgotten since.
     */
    void step(long before, long now, int most, GuardChunk.Entries entries) {
        if (bucket == null) {
            bucket = oldest(before);
            began = now;
            last = null;
        }
        if (bucket == null) {
            return;
        }
        try (RocksIterator scan = database.scan(bucket.familyIn(database))) {
            seek(scan);
            for (int i = 0; i < most && scan.isValid(); i++) {
                last = scan.key();
                entries.entry(bucket.number(), last, scan.value());
                scan.next();
            }
            database.requireNoFlaw(scan);
            if (!scan.isValid()) {
                bucket.loggedAgain(began);
                bucket = null;
            }
        }
    }

    private @Nullable Bucket oldest(long before) {
        return buckets.first(each -> each.loggedAt() < before);
    }

    private void seek(RocksIterator scan) {
        if (last == null) {
            scan.seekToFirst();
            return;
        }
        scan.seek(last);
        if (scan.isValid() && Arrays.equals(scan.key(), last)) {
            scan.next();
        }
    }

    /** The bucket is about to be dropped. */
    void drop(Bucket dropped) {
        if (dropped == bucket) {
            bucket = null;
        }
    }
}
