package dev.hapax.app;

import java.io.PrintWriter;
import java.time.Clock;
import java.util.function.Supplier;

/** The line that tells how long work is getting on: rewritten in place on a terminal, a new one now and then elsewhere. */
public final class LiveLine {

    private static final long ELSEWHERE_EVERY_MILLIS = 2_000;

    private final PrintWriter err;
    private final Clock clock;
    private final long elsewhereEveryMillis;
    private final boolean terminal = Boolean.getBoolean("hapax.terminal");
    private long last;
    private boolean open;

    public LiveLine(PrintWriter err, Clock clock) {
        this(err, clock, ELSEWHERE_EVERY_MILLIS);
    }

    /**
     * @param elsewhereEveryMillis how often there is a new line where none can be rewritten
     */
    public LiveLine(PrintWriter err, Clock clock, long elsewhereEveryMillis) {
        this.err = err;
        this.clock = clock;
        this.elsewhereEveryMillis = elsewhereEveryMillis;
        this.last = clock.millis();
    }

    public void show(Supplier<String> line) {
        long now = clock.millis();
        if (!terminal && now - last < elsewhereEveryMillis) {
            return;
        }
        last = now;
        open = terminal;
        err.print(terminal ? "\r\033[K" + line.get() : line.get() + System.lineSeparator());
        err.flush();
    }

    /** Leaves the line as it stands: what is printed next begins a new one. */
    public void end() {
        if (open) {
            err.println();
            err.flush();
            open = false;
        }
    }
}
