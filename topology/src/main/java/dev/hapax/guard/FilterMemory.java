package dev.hapax.guard;

import java.util.concurrent.atomic.AtomicLong;

/** The heap all filters of an instance share. Safe for all its threads. */
public final class FilterMemory {

    private final long bound;
    private final AtomicLong used = new AtomicLong();

    public FilterMemory(long bound) {
        this.bound = bound;
    }

    /** Takes so many bytes, or nothing and false where they would exceed the bound. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) > bound) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    public long used() {
        return used.get();
    }
}
