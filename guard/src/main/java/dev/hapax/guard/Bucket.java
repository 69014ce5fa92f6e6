package dev.hapax.guard;

import dev.hapax.wire.GuardKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/** One bucket: where it is on disk, its filter, and the entries that are not on disk yet. */
final class Bucket {

    private static final long NEVER = Long.MAX_VALUE;

    private final long number;
    private final BucketFilter filter;
    private final Map<GuardKey, byte[]> unwritten = new HashMap<>();
    private @Nullable ColumnFamilyHandle family;
    private long loggedAt = NEVER;

    Bucket(long number, BucketFilter filter) {
        this.number = number;
        this.filter = filter;
    }

    /** A bucket that is on disk already. */
    Bucket(long number, BucketFilter filter, ColumnFamilyHandle family, long loggedAt) {
        this(number, filter);
        this.family = family;
        this.loggedAt = loggedAt;
    }

    long number() {
        return number;
    }

    BucketFilter filter() {
        return filter;
    }

    Map<GuardKey, byte[]> unwritten() {
        return unwritten;
    }

    /** Where it is on disk, or null as long as nothing of it was written: it may die before. */
    @Nullable
    ColumnFamilyHandle family() {
        return family;
    }

    ColumnFamilyHandle familyIn(BucketDatabase database) {
        if (family == null) {
            family = database.create(number);
        }
        return family;
    }

    /** When the oldest changelog record was appended that its entries rest on. */
    long loggedAt() {
        return loggedAt;
    }

    /** Some of its entries were appended to the changelog. */
    void logged(long at) {
        loggedAt = Math.min(loggedAt, at);
    }

    /** All of its entries have been appended to the changelog again, from that time on. */
    void loggedAgain(long from) {
        loggedAt = from;
    }
}
