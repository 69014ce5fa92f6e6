package dev.hapax.guard;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heap all filters of an instance share. Safe for all its threads. */
public final class FilterMemory {

    private static final Logger LOG = LoggerFactory.getLogger(FilterMemory.class);

    private final long bound;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong unfiltered = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean();

    public FilterMemory(long bound) {
        this.bound = bound;
    }

    /** Takes that many bytes; returns false and takes none if they would exceed the bound. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) > bound) {
            used.addAndGet(-bytes);
            if (told.compareAndSet(false, true)) {
                LOG.warn(
                        "guard.filter-memory ({} bytes; Deduplicate.filterMemory in your own topology) is used up:"
                                + " every lookup in a bucket without a filter goes to disk. Nothing is wrong, but it gets"
                                + " slower; raise it to about 2 bytes an identity",
                        bound);
            }
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    /** A bucket lives on without a filter. */
    void oneWithout() {
        unfiltered.incrementAndGet();
    }

    /** A bucket that lived without a filter is gone. */
    void oneWithoutLess() {
        unfiltered.decrementAndGet();
    }

    public long bound() {
        return bound;
    }

    public long used() {
        return used.get();
    }

    /** How many buckets live without a filter because what it wanted was not there. */
    public long unfiltered() {
        return unfiltered.get();
    }
}
