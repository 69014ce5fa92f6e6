package dev.hapax.app.delivery;

import dev.hapax.app.ExitCodes;
import dev.hapax.worker.DeliveryWorker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a worker and its process on a signal: when everything that is claimed is reported, or after a bounded time in which the brokers
 * did not take the reports. Nothing is sent again for that: the ledger strands what nobody reports.
 */
final class WorkerStop {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerStop.class);

    /** How long the brokers may be away. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final DeliveryWorker worker;
    private final OpenAttempts attempts;
    private final ReportProducer reports;
    /** An attempt that was begun within the lease has ended by then. */
    private final Duration longestAttempt;

    private final CountDownLatch ended;

    /** @param ended reaches zero when the worker has ended by itself */
    WorkerStop(
            DeliveryWorker worker,
            OpenAttempts attempts,
            ReportProducer reports,
            Duration longestAttempt,
            CountDownLatch ended) {
        this.worker = worker;
        this.attempts = attempts;
        this.reports = reports;
        this.longestAttempt = longestAttempt;
        this.ended = ended;
    }

    /** Ends the process itself, since the JVM would report any stop by signal as a failure. */
    void onSignal() {
        if (ended.getCount() == 0) {
            // No signal: the command ends with its own exit code.
            return;
        }
        worker.stop();
        Runtime.getRuntime().halt(hasEnded() ? ExitCodes.DONE : givenUp());
    }

    private boolean hasEnded() {
        long begun = System.nanoTime();
        long quiet = begun;
        try {
            while (System.nanoTime() - quiet < PATIENCE.toNanos()) {
                if (ended.await(100, TimeUnit.MILLISECONDS)) {
                    return true;
                }
                boolean mayEnd = System.nanoTime() - begun < longestAttempt.toNanos();
                if (attempts.any() && mayEnd) {
                    quiet = System.nanoTime();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ended.getCount() == 0;
    }

    private int givenUp() {
        List<String> unwritten = reports.unwritten();
        LOG.error(
                "Stopped without the brokers: they did not take {} reports within {} s. What is claimed and not reported is"
                        + " STRANDED when its lease ends, and never sent again by itself. Reconcile it with what follows.",
                unwritten.size(),
                PATIENCE.toSeconds());
        unwritten.forEach(line -> LOG.error("Not reported: {}", line));
        return ExitCodes.FAILED;
    }
}
