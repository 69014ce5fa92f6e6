package dev.hapax.admin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background threads of an instance, and which of them have died. By default, Java ends a failed thread or periodic task
 * silently. Here the failure is logged as an error, and the instance is not ready any more.
 */
public final class Background {

    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final Map<String, String> dead = new ConcurrentSkipListMap<>();
    private final Map<String, Supplier<@Nullable String>> watched = new ConcurrentSkipListMap<>();

    /** A daemon thread that runs until it is stopped. */
    public Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((died, why) -> died(name, why));
        return thread;
    }

    /** Daemon threads of a pool. The pool replaces threads that die, and the failure is logged. */
    public static ThreadFactory threads(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler(
                    (died, why) -> LOG.error("Thread {} failed and is replaced", died.getName(), why));
            return thread;
        };
    }

    /** Runs delayed and periodic tasks. */
    public ScheduledExecutorService scheduler(String name, int threads) {
        return new Scheduler(name, threads);
    }

    /**
     * Watches what has threads that are not from here.
     *
     * @param why returns the reason why it no longer works, null while it does
     */
    public void watch(String name, Supplier<@Nullable String> why) {
        watched.put(name, why);
    }

    /** What has died, one line each with the reason; empty if nothing has. */
    public List<String> dead() {
        Map<String, String> all = new TreeMap<>(dead);
        watched.forEach((name, why) -> {
            String reason = why.get();
            if (reason != null) {
                all.put(name, reason);
            }
        });
        return all.entrySet().stream()
                .map(entry -> entry.getKey() + " has died: " + entry.getValue())
                .toList();
    }

    private void died(String name, Throwable why) {
        dead.put(name, why.toString());
        LOG.error("{} has died, so this instance is not ready. Restart it and report this error.", name, why);
    }

    private final class Scheduler extends ScheduledThreadPoolExecutor {

        private final String name;

        Scheduler(String name, int threads) {
            super(threads, threads(name));
            this.name = name;
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
            super.afterExecute(task, thrown);
            Throwable why = thrown == null ? failure(task) : thrown;
            if (why == null || isShutdown()) {
                return;
            }
            if (task instanceof RunnableScheduledFuture<?> scheduled && scheduled.isPeriodic()) {
                died(name, why);
            } else {
                LOG.error("A task of {} failed", name, why);
            }
        }

        private static @Nullable Throwable failure(Runnable task) {
            // A periodic task is done only after a failure or a cancellation.
            if (!(task instanceof Future<?> future) || !future.isDone()) {
                return null;
            }
            try {
                future.get();
                return null;
            } catch (CancellationException e) {
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }
}
