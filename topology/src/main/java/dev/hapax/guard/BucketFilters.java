package dev.hapax.guard;

import java.util.TreeMap;

/**
 * The filters of all living buckets of one partition. They start cold and say "maybe" to everything until told that every
 * key of the store has been added: a filter that has not seen one key would let its duplicate through.
 */
final class BucketFilters {

    private final FilterMemory memory;
    private final TreeMap<Long, BucketFilter> filters = new TreeMap<>();
    private boolean warm;

    BucketFilters(FilterMemory memory) {
        this.memory = memory;
    }

    boolean mayContain(long bucket, long hash) {
        if (!warm) {
            return true;
        }
        BucketFilter filter = filters.get(bucket);
        return filter != null && filter.mayContain(hash);
    }

    void add(long bucket, long hash) {
        BucketFilter filter = filters.get(bucket);
        if (filter == null) {
            filter = new BucketFilter(expected(bucket), memory);
            filters.put(bucket, filter);
        }
        filter.add(hash);
    }

    /** Sized like the bucket before, with room to spare. */
    private long expected(long bucket) {
        var before = filters.lowerEntry(bucket);
        return before == null
                ? 0
                : before.getValue().count() + before.getValue().count() / 4;
    }

    void warmedUp() {
        warm = true;
    }

    boolean warm() {
        return warm;
    }

    void dropBefore(long bucket) {
        var old = filters.headMap(bucket);
        old.values().forEach(BucketFilter::release);
        old.clear();
    }

    /** Forgets everything, and is cold again. */
    void clear() {
        warm = false;
        filters.values().forEach(BucketFilter::release);
        filters.clear();
    }
}
