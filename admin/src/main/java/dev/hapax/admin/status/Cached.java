package dev.hapax.admin.status;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An answer that holds for a while, however many ask. */
final class Cached<T> {

    private final Supplier<T> source;
    private final long nanos;
    private @Nullable T last;
    private long at;

    Cached(Duration holds, Supplier<T> source) {
        this.source = source;
        this.nanos = holds.toNanos();
    }

    synchronized T get() {
        T known = last;
        if (known == null || System.nanoTime() - at > nanos) {
            known = source.get();
            last = known;
            at = System.nanoTime();
        }
        return known;
    }
}
