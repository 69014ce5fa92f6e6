package dev.hapax.guard;

import java.util.HashMap;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;

/** One bucket: where it is on disk, its filter, and the entries that are not on disk yet. */
final class Bucket {

    private final long number;
    private final ColumnFamilyHandle family;
    private final BucketFilter filter;
    private final Map<GuardKey, byte[]> unwritten = new HashMap<>();

    Bucket(long number, ColumnFamilyHandle family, BucketFilter filter) {
        this.number = number;
        this.family = family;
        this.filter = filter;
    }

    long number() {
        return number;
    }

    ColumnFamilyHandle family() {
        return family;
    }

    BucketFilter filter() {
        return filter;
    }

    Map<GuardKey, byte[]> unwritten() {
        return unwritten;
    }
}
