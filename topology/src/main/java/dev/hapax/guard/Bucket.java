package dev.hapax.guard;

import java.util.HashMap;
import java.util.Map;

/** One bucket in memory: its filter, and the entries that are not on disk yet. */
final class Bucket {

    private final long number;
    private final BucketFilter filter;
    private final Map<GuardKey, byte[]> unwritten = new HashMap<>();

    Bucket(long number, BucketFilter filter) {
        this.number = number;
        this.filter = filter;
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
}
