package dev.hapax.bench;

import dev.hapax.app.LiveLine;
import dev.hapax.bench.report.Figures;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.function.LongConsumer;

/** Prints the progress of a measurement on standard error. */
final class BenchProgress {

    private static final long ELSEWHERE_EVERY_MILLIS = 5_000;

    private final PrintWriter err;
    private final Clock clock;
    private final LiveLine line;

    BenchProgress(PrintWriter err, Clock clock) {
        this.err = err;
        this.clock = clock;
        this.line = new LiveLine(err, clock, ELSEWHERE_EVERY_MILLIS);
    }

    void say(String text) {
        line.end();
        err.println(text);
        err.flush();
    }

    /** The progress of work that begins now: call it with the number of messages done. */
    LongConsumer of(String work, long messages) {
        long[] first = new long[2];
        return done -> {
            long now = clock.millis();
            if (first[0] == 0 && done > 0) {
                first[0] = now;
                first[1] = done;
            }
            long rate = first[0] == 0 ? 0 : (done - first[1]) * 1_000 / Math.max(1, now - first[0]);
            line.show(() -> work + ": " + Figures.text(done) + " of " + Figures.text(messages) + " messages"
                    + (rate > 0 ? ", " + Figures.text(rate) + "/s" : ""));
        };
    }
}
