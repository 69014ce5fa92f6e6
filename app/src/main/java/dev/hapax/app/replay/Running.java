package dev.hapax.app.replay;

import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs a replay and shows its progress. Ctrl-C stops it after the current transaction. */
final class Running {

    private final OutputOption output;

    Running(OutputOption output) {
        this.output = output;
    }

    /** @param rate messages a second at most; 0 for no limit */
    int run(OpenReplay replay, int rate) {
        PrintWriter err = output.err();
        String id = replay.status().plan().id();
        err.println("replay " + id + " of " + replay.status().plan().topic()
                + ". Ctrl-C stops it, 'hapax replay resume " + id + "' continues it.");
        err.flush();
        try (CtrlC ctrlC = new CtrlC()) {
            StopSwitch stop = ctrlC.closing(new StopSwitch());
            try {
                ReplayStatus status = run(replay, rate, stop);
                output.print(ReplayFields.of(status), text(status));
                return status.state() == State.DONE ? ExitCodes.DONE : ExitCodes.INTERRUPTED;
            } finally {
                stop.ended();
            }
        }
    }

    private ReplayStatus run(OpenReplay replay, int rate, StopSwitch stop) {
        try (ProgressLine line = new ProgressLine(output.err(), Clock.systemUTC())) {
            return replay.run(rate, stop::isAsked, line);
        }
    }

    private static List<String> text(ReplayStatus status) {
        String id = status.plan().id();
        ReplayStatus.Counts counts = status.counts();
        if (status.state() != State.DONE) {
            return List.of(String.format(
                    "%s: stopped, %,d messages replayed so far. Run 'hapax replay resume %s' to continue or 'hapax replay"
                            + " cancel %s' to cancel.",
                    id, counts.sent(), id, id));
        }
        String done = String.format(
                "%s: done, %,d messages replayed in generation %d",
                id, counts.sent(), status.plan().generation());
        return counts.skipped() + counts.unreadable() + counts.deleted() == 0
                ? List.of(done)
                : List.of(
                        done,
                        String.format(
                                "  %,d excluded by --where, %,d unreadable and already in quarantine, %,d deleted before they were read",
                                counts.skipped(), counts.unreadable(), counts.deleted()));
    }

    /** Lets Ctrl-C wait for the end of the current transaction. */
    static final class StopSwitch implements AutoCloseable {

        /** Longer than a transaction may take. */
        private static final Duration PATIENCE = Duration.ofSeconds(40);

        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean asked;

        boolean isAsked() {
            return asked;
        }

        /** The work has stopped, and its result is printed. */
        void ended() {
            ended.countDown();
        }

        @Override
        public void close() {
            asked = true;
            try {
                // After that, the process ends within a transaction, which is aborted.
                var unused = ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
