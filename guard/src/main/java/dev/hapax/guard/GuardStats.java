package dev.hapax.guard;

import dev.hapax.domain.GuardWindows;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;

/**
 * How a task's share of the guard stood at its last tick.
 *
 * @param oldest event time of the oldest bucket that has entries, in ms, or -1
 * @param expired entries of buckets that have died by stream time and are still there
 * @param evictionLag how far stream time has come since eviction last ran, in ms
 */
public record GuardStats(
        String task, long entries, long bytes, long oldest, long expired, long evictionLag, List<Span> buckets) {

    /** The number of entries of a bucket, and its range of event time, in ms. */
    public record Span(long from, long to, long entries) {}

    /** Counts the entries of the buckets of a table, without reading them. */
    static final class Counter {

        private final BucketDatabase database;
        private final boolean filtersCount;
        private final GuardWindows windows;
        private final long oldestAlive;
        private final List<GuardStats.Span> spans = new ArrayList<>();
        private long entries;
        private long expired;
        private long oldest = -1;

        /** @param filtersCount whether the filters have seen all there is */
        Counter(BucketDatabase database, boolean filtersCount, GuardWindows windows, long streamTime) {
            this.database = database;
            this.filtersCount = filtersCount;
            this.windows = windows;
            this.oldestAlive = windows.bucketOf(streamTime - windows.retention());
        }

        /** To be called with the oldest bucket first. */
        void add(Bucket bucket) {
            long count = filtersCount ? bucket.filter().count() : keys(bucket);
            long from = bucket.number() * windows.bucket();
            spans.add(new GuardStats.Span(from, from + windows.bucket(), count));
            entries += count;
            expired += bucket.number() < oldestAlive ? count : 0;
            oldest = oldest < 0 && count > 0 ? from : oldest;
        }

        private long keys(Bucket bucket) {
            ColumnFamilyHandle family = bucket.family();
            return bucket.unwritten().size() + (family == null ? 0 : database.keys(family));
        }

        GuardStats facts(String task, long evictionLag) {
            return new GuardStats(task, entries, database.bytes(), oldest, expired, evictionLag, List.copyOf(spans));
        }
    }
}
