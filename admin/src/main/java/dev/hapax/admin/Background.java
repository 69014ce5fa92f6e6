package dev.hapax.admin;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads an instance runs beside its stream, and which of them have died. What Java does by default is to end a thread, or
 * never to run a periodic task again, without a word; here it is an error in the log, and the instance is not ready any more.
 */
public final class Background {

    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final Map<String, String> dead = new ConcurrentSkipListMap<>();

    /** A daemon thread that works until it is told to stop. */
    public Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((died, why) -> died(name, why));
        return thread;
    }

    /** Daemon threads of a pool, which replaces those that die: that is logged. */
    public static ThreadFactory threads(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler(
                    (died, why) -> LOG.error("Thread {} has failed and is replaced", died.getName(), why));
            return thread;
        };
    }

    /** Runs tasks later, or again and again. */
    public ScheduledExecutorService scheduler(String name, int threads) {
        return new Scheduler(name, threads);
    }

    /** What has died, and why: one line each; empty while all is well. */
    public List<String> dead() {
        return dead.entrySet().stream()
                .map(entry -> entry.getKey() + " has died: " + entry.getValue())
                .toList();
    }

    private void died(String name, Throwable why) {
        dead.put(name, why.toString());
        LOG.error("{} has died, and this instance is not ready any more. Restart it, and report this.", name, why);
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
                LOG.error("A task of {} has failed", name, why);
            }
        }

        private static @Nullable Throwable failure(Runnable task) {
            // A periodic task is done only when it has failed or was cancelled.
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
