package dev.hapax.admin.status;

import dev.hapax.admin.Aged;
import dev.hapax.admin.Background;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last value of a source that may be slow. One thread reads it on demand, at most once per validity period, so that callers
 * need not wait.
 */
final class Latest<T> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Latest.class);
    private static final Future<?> NOTHING_TO_WAIT_FOR = CompletableFuture.completedFuture("");

    private final String thread;
    private final Supplier<Optional<T>> source;
    private final long holds;
    private final long tooOld;
    private final ExecutorService asking;
    private Future<?> asked = NOTHING_TO_WAIT_FOR;
    private @Nullable Long askedAt;
    /** Used only by the reading thread. */
    private boolean failing;

    private volatile @Nullable Known<T> last;

    /** @param source returns none if unknown: the previous value is then used until it is too old */
    Latest(String thread, Duration holds, Duration tooOld, Supplier<Optional<T>> source) {
        this.thread = thread;
        this.source = source;
        this.holds = holds.toNanos();
        this.tooOld = tooOld.toNanos();
        ThreadPoolExecutor one = new ThreadPoolExecutor(
                1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), Background.threads(thread));
        one.allowCoreThreadTimeOut(true);
        this.asking = one;
    }

    private record Known<T>(T answer, long at) {}

    /** The current value, without waiting. */
    Optional<Aged<T>> now() {
        var unused = ask();
        return known();
    }

    /** The same, after waiting up to this time for a fresh value. */
    Optional<Aged<T>> within(Duration patience) {
        try {
            ask().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("Using the previous value", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return known();
    }

    private synchronized Future<?> ask() {
        if (asked.isDone() && (askedAt == null || System.nanoTime() - askedAt > holds)) {
            try {
                asked = asking.submit(this::renew);
            } catch (RejectedExecutionException e) {
                return NOTHING_TO_WAIT_FOR;
            }
        }
        return asked;
    }

    private void renew() {
        try {
            source.get().ifPresent(answer -> last = new Known<>(answer, System.nanoTime()));
            failing = false;
        } catch (RuntimeException | Error e) {
            if (!failing) {
                LOG.warn("{} has no current value: {}", thread, e.toString());
            }
            failing = true;
            throw e;
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        askedAt = System.nanoTime();
    }

    private Optional<Aged<T>> known() {
        Known<T> known = last;
        if (known == null) {
            return Optional.empty();
        }
        long age = System.nanoTime() - known.at();
        return age > tooOld ? Optional.empty() : Optional.of(new Aged<>(known.answer(), Duration.ofNanos(age)));
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
