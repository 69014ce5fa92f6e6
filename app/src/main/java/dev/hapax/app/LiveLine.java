package dev.hapax.app;

import dev.hapax.config.Environment;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.function.Supplier;

/** A progress line: rewritten in place on a terminal, printed again from time to time elsewhere if it has changed. */
public final class LiveLine {

    private static final long ELSEWHERE_EVERY_MILLIS = 2_000;

    private final PrintWriter err;
    private final Clock clock;
    private final long elsewhereEveryMillis;
    private final boolean terminal = Boolean.getBoolean("hapax.terminal");
    private final int width = Terminal.ofErrors(Environment.ofProcess()).width();
    private long last;
    private boolean open;
    private String printed = "";

    public LiveLine(PrintWriter err, Clock clock) {
        this(err, clock, ELSEWHERE_EVERY_MILLIS);
    }

    /**
     * @param elsewhereEveryMillis how often a line is printed where it can't be rewritten
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
        String text = line.get();
        if (terminal) {
            // A line that wraps can't be rewritten.
            err.print("\r\033[K" + Terminal.shortened(text, width - 1));
        } else if (!text.equals(printed)) {
            err.println(text);
        }
        printed = text;
        err.flush();
    }

    /** Ends the line: the next output begins a new one. */
    public void end() {
        if (open) {
            err.println();
            err.flush();
            open = false;
        }
    }
}
