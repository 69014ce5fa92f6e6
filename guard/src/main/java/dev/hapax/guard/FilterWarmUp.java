package dev.hapax.guard;

import dev.hapax.wire.GuardKey;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/**
 * Adds the keys of buckets that were on disk already to their filters. Until all are added every filter says "maybe":
 * one that has not seen a key would let its duplicate through.
 */
final class FilterWarmUp implements AutoCloseable {

    private final BucketDatabase database;
    private final Deque<Bucket> cold = new ArrayDeque<>();
    private @Nullable RocksIterator scan;

    FilterWarmUp(BucketDatabase database) {
        this.database = database;
    }

    void add(Bucket bucket) {
        cold.add(bucket);
    }

    boolean done() {
        return cold.isEmpty();
    }

    /** Adds up to that many keys, and returns whether there are more. */
    boolean step(int keys) {
        for (int i = 0; i < keys && !done(); i++) {
            Bucket bucket = cold.element();
            if (scan == null) {
                scan = database.scan(bucket.familyIn(database));
                scan.seekToFirst();
            }
            if (scan.isValid()) {
                bucket.filter().add(GuardKey.of(scan.key()).hash());
                scan.next();
            } else {
                database.requireNoFlaw(scan);
                close();
                cold.remove();
            }
        }
        return !done();
    }

    /** The bucket is about to be dropped. */
    void drop(Bucket bucket) {
        if (bucket == cold.peek()) {
            close();
        }
        cold.remove(bucket);
    }

    @Override
    public void close() {
        if (scan != null) {
            scan.close();
            scan = null;
        }
    }
}
