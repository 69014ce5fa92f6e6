package dev.hapax.admin.status;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value cached for a while. While one caller refreshes it, the others get the previous one. */
final class Cached<T> {

    private final Supplier<T> source;
    private final long nanos;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Known<T> last;

    Cached(Duration holds, Supplier<T> source) {
        this.source = source;
        this.nanos = holds.toNanos();
    }

    private record Known<T>(T answer, long at) {}

    T get() {
        Known<T> known = last;
        if (known != null && (isFresh(known) || !asking.tryLock())) {
            return known.answer();
        }
        if (known == null) {
            asking.lock();
        }
        try {
            Known<T> meanwhile = last;
            if (meanwhile != null && isFresh(meanwhile)) {
                return meanwhile.answer();
            }
            T answer = source.get();
            last = new Known<>(answer, System.nanoTime());
            return answer;
        } finally {
            asking.unlock();
        }
    }

    private boolean isFresh(Known<T> known) {
        return System.nanoTime() - known.at() <= nanos;
    }
}
