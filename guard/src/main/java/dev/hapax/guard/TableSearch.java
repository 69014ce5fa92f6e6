package dev.hapax.guard;

import dev.hapax.domain.GuardEntry;
import dev.hapax.wire.ChangelogEntries.Entry;
import dev.hapax.wire.GuardKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksIterator;

/** Looks for entries wherever a table has them, written or not. Changes nothing; the table's thread uses it. */
final class TableSearch {

    private final LiveBuckets buckets;
    private final RecentEntries recent;
    private final BucketDatabase database;

    TableSearch(LiveBuckets buckets, RecentEntries recent, BucketDatabase database) {
        this.buckets = buckets;
        this.recent = recent;
        this.database = database;
    }

    /** All entries of an identity, of every generation and bucket there is, the oldest bucket first. */
    List<Entry> of(String identity, ScanBudget steps) {
        GuardKey plain = GuardKey.of(identity);
        List<Entry> found = new ArrayList<>();
        buckets.forEach(bucket -> {
            Map<GuardKey, byte[]> values = new LinkedHashMap<>();
            ColumnFamilyHandle family = bucket.family();
            if (family != null) {
                for (GuardKey key : database.keysOf(identity, family, steps)) {
                    byte[] value = database.get(family, key.bytes());
                    if (value != null) {
                        values.put(key, value);
                    }
                }
            }
            // What waits to be written is newer than what is.
            bucket.unwritten().forEach((key, value) -> {
                if (key.isOf(plain)) {
                    values.put(key, value);
                }
            });
            values.forEach((key, value) -> add(found, new Entry(key, bucket.number(), value)));
        });
        return found;
    }

    private static void add(List<Entry> found, Entry entry) {
        if (!entry.forgotten()) {
            found.add(entry);
        }
    }

    /**
     * Entries that were written last, the latest event time first. Only where too few of these are wanted the disk is read, the
     * newest bucket first and by key, as far as the steps go.
     */
    List<Entry> newest(Predicate<Entry> wanted, int limit, ScanBudget steps) {
        Latest latest = new Latest(wanted, limit, steps);
        List<Bucket> newestFirst = new ArrayList<>();
        buckets.forEach(bucket -> newestFirst.add(0, bucket));
        for (Bucket bucket : newestFirst) {
            bucket.unwritten().forEach((key, value) -> latest.consider(new Entry(key, bucket.number(), value)));
        }
        recent.forEach(entry -> {
            if (buckets.get(entry.bucket()) != null) {
                latest.consider(entry);
            }
        });
        for (Bucket bucket : newestFirst) {
            if (latest.full() || steps.usedUp()) {
                break;
            }
            scan(bucket, latest, steps);
        }
        return latest.entries();
    }

    private void scan(Bucket bucket, Latest latest, ScanBudget steps) {
        ColumnFamilyHandle family = bucket.family();
        if (family == null) {
            return;
        }
        try (RocksIterator scan = database.scan(family)) {
            for (scan.seekToFirst(); scan.isValid() && !steps.usedUp(); scan.next()) {
                latest.consider(new Entry(GuardKey.of(scan.key()), bucket.number(), scan.value()));
            }
            database.requireNoFlaw(scan);
        }
    }

    /** The latest of the entries it is given, up to a limit. */
    private static final class Latest {

        private record Place(GuardKey key, long bucket) {}

        private record Dated(long time, Entry entry) {}

        private final Predicate<Entry> wanted;
        private final int limit;
        private final ScanBudget steps;
        private final Set<Place> seen = new HashSet<>();
        private final PriorityQueue<Dated> kept = new PriorityQueue<>(Comparator.comparingLong(Dated::time));

        Latest(Predicate<Entry> wanted, int limit, ScanBudget steps) {
            this.wanted = wanted;
            this.limit = limit;
            this.steps = steps;
        }

        void consider(Entry entry) {
            // The first one shown of a place is the newest; also where it says that the entry is forgotten.
            if (!steps.take() || !seen.add(new Place(entry.key(), entry.bucket()))) {
                return;
            }
            GuardEntry value = entry.kept();
            if (value != null && wanted.test(entry)) {
                kept.add(new Dated(value.firstTime(), entry));
                if (kept.size() > limit) {
                    kept.poll();
                }
            }
        }

        boolean full() {
            return kept.size() >= limit;
        }

        List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            while (!kept.isEmpty()) {
                entries.add(0, kept.remove().entry());
            }
            return entries;
        }
    }
}
