package dev.hapax.app;

import dev.hapax.demo.Totals;
import java.io.PrintWriter;
import java.time.Clock;

/** The line that tells how a demo is getting on: rewritten in place on a terminal, a new one now and then elsewhere. */
final class LiveLine {

    private static final long ELSEWHERE_EVERY_MILLIS = 2_000;

    private final PrintWriter err;
    private final Clock clock;
    private final boolean terminal = Boolean.getBoolean("hapax.terminal");
    private final long began;
    private long last;

    LiveLine(PrintWriter err, Clock clock) {
        this.err = err;
        this.clock = clock;
        this.began = clock.millis();
        this.last = began;
    }

    void show(Totals totals) {
        long now = clock.millis();
        if (!terminal && now - last < ELSEWHERE_EVERY_MILLIS) {
            return;
        }
        last = now;
        String line = String.format(
                "read %d  admitted %d  duplicates %d  conflicts %d  quarantined %d  alerts %d  %d/s",
                totals.read(),
                totals.admitted(),
                totals.duplicates(),
                totals.conflicts(),
                totals.quarantined(),
                totals.alerts(),
                totals.read() * 1_000 / Math.max(1, now - began));
        err.print(terminal ? "\r\033[K" + line : line + System.lineSeparator());
        err.flush();
    }

    void end() {
        if (terminal) {
            err.println();
            err.flush();
        }
    }
}
