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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a replay and shows its progress. Ctrl-C stops it after the current transaction. */
final class Running {

    private final CommandSpec spec;
    private final OutputOption output;

    Running(CommandSpec spec, OutputOption output) {
        this.spec = spec;
        this.output = output;
    }

    /** @param rate messages a second at most; 0 for no limit */
    int run(OpenReplay replay, int rate) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        String id = replay.status().plan().id();
        err.println("replay " + id + " of " + replay.status().plan().topic()
                + ". Ctrl-C stops it, 'hapax replay resume " + id + "' continues it.");
        err.flush();
        try (CtrlC ctrlC = new CtrlC()) {
            StopSwitch stop = ctrlC.closing(new StopSwitch());
            try {
                ReplayStatus status = run(replay, rate, stop);
                print(status, out);
                return status.state() == State.DONE ? ExitCodes.DONE : ExitCodes.INTERRUPTED;
            } finally {
                stop.ended();
            }
        }
    }

    private ReplayStatus run(OpenReplay replay, int rate, StopSwitch stop) {
        try (ProgressLine line = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            return replay.run(rate, stop::isAsked, line);
        }
    }

    private void print(ReplayStatus status, PrintWriter out) {
        String id = status.plan().id();
        if (output.json()) {
            out.println(OutputOption.json(ReplayFields.of(status)));
        } else if (status.state() == State.DONE) {
            out.println(String.format(
                    "%s: done, %,d messages replayed in generation %d",
                    id, status.counts().sent(), status.plan().generation()));
            if (status.counts().skipped()
                            + status.counts().unreadable()
                            + status.counts().deleted()
                    > 0) {
                out.println(String.format(
                        "  %,d excluded by --where, %,d unreadable and already in quarantine, %,d deleted before they were read",
                        status.counts().skipped(),
                        status.counts().unreadable(),
                        status.counts().deleted()));
            }
        } else {
            out.println(String.format(
                    "%s: stopped, %,d messages replayed so far. Run 'hapax replay resume %s' to continue or 'hapax replay"
                            + " cancel %s' to cancel.",
                    id, status.counts().sent(), id, id));
        }
        out.flush();
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
