package dev.hapax.admin.work;

import dev.hapax.admin.Background;
import dev.hapax.admin.ProblemException;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.ReplayStatus;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one replay at a time, and stops it cleanly with the instance, so that it can be resumed anywhere. */
final class ReplayRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayRunner.class);
    /** Longer than a transaction may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(Background.threads("hapax-replay"));
    private final AtomicReference<@Nullable Run> current = new AtomicReference<>();
    private volatile boolean stopping;

    /** A running or starting replay. */
    private static final class Run {
        private volatile @Nullable String id;
        private volatile Far far = Far.NOWHERE;
    }

    /** The progress, in offsets. */
    private record Far(long passed, long length) {
        private static final Far NOWHERE = new Far(0, 0);
    }

    ReplayRunner(Meters meters) {
        meters.read(Meter.REPLAY_PASSED, () -> far().passed());
        meters.read(Meter.REPLAY_LENGTH, () -> far().length());
    }

    private Far far() {
        Run run = current.get();
        return run == null ? Far.NOWHERE : run.far;
    }

    /** The running replay, or null. */
    @Nullable
    String running() {
        Run run = current.get();
        return run == null ? null : run.id;
    }

    /**
     * Starts a replay in the background.
     *
     * @param rate maximum messages per second; 0 for no limit
     * @return its state at the start
     */
    ReplayStatus start(Supplier<OpenReplay> taking, ToIntFunction<ReplayStatus> rate) {
        Run run = new Run();
        if (!current.compareAndSet(null, run)) {
            String id = running();
            throw new ProblemException(
                    409,
                    "Conflict",
                    "This instance already runs " + (id == null ? "another replay" : "replay " + id)
                            + ". Wait until it is done, cancel it, or use another instance or the command line.");
        }
        boolean handedOver = false;
        try {
            OpenReplay replay = taking.get();
            try {
                ReplayStatus begun = replay.status();
                run.id = begun.plan().id();
                run.far = new Far(begun.passed(), begun.length());
                int most = rate.applyAsInt(begun);
                thread.execute(() -> run(run, replay, most));
                handedOver = true;
                return begun;
            } finally {
                if (!handedOver) {
                    replay.close();
                }
            }
        } catch (RejectedExecutionException e) {
            throw new ProblemException(
                    503,
                    "Service Unavailable",
                    "This instance is stopping. Resume replay " + run.id
                            + " on another one or with 'hapax replay resume " + run.id + "'");
        } finally {
            // After any exception: otherwise no replay could start here until a restart.
            if (!handedOver) {
                current.set(null);
            }
        }
    }

    private void run(Run run, OpenReplay replay, int rate) {
        String id = String.valueOf(run.id);
        try (replay) {
            ReplayStatus status =
                    replay.run(rate, () -> stopping, (what, passed, length) -> run.far = new Far(passed, length));
            LOG.info(
                    "Replay {} is {}: {} messages replayed{}",
                    id,
                    status.state() == ReplayStatus.State.DONE ? "done" : "stopped",
                    status.counts().sent(),
                    status.state() == ReplayStatus.State.DONE
                            ? ""
                            : ". Resume it with 'hapax replay resume " + id + "'");
        } catch (OperationException e) {
            LOG.warn("replay {} ended: {}", id, e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("Replay {} failed. Resume it with 'hapax replay resume {}'", id, id, e);
        } finally {
            current.set(null);
        }
    }

    @Override
    public void close() {
        stopping = true;
        thread.shutdown();
        try {
            // After that, the process ends within a transaction, which is then aborted.
            if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Replay {} did not stop within {} s", running(), PATIENCE.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
