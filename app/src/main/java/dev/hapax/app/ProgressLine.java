package dev.hapax.app;

import dev.hapax.operations.Progress;
import java.io.PrintWriter;
import java.time.Clock;

/** A progress bar with rate and time left on standard error. Prints nothing in the first second. */
public final class ProgressLine implements Progress, AutoCloseable {

    private static final long QUICK_MILLIS = 1_000;
    private static final int WIDTH = 20;

    private final Clock clock;
    private final LiveLine line;
    private String what = "";
    private long began;
    private long doneThen;

    public ProgressLine(PrintWriter err, Clock clock) {
        this.clock = clock;
        this.line = new LiveLine(err, clock);
    }

    @Override
    public void at(String now, long done, long total) {
        if (!now.equals(what)) {
            what = now;
            began = clock.millis();
            doneThen = done;
        }
        long millis = clock.millis() - began;
        if (millis >= QUICK_MILLIS) {
            line.show(() -> text(now, done, total, (done - doneThen) * 1e3 / millis));
        }
    }

    static String text(String what, long done, long total, double rate) {
        StringBuilder text = new StringBuilder(what);
        if (total > 0) {
            int filled = (int) Math.min(WIDTH, done * WIDTH / total);
            text.append(" [")
                    .append("#".repeat(filled))
                    .append(".".repeat(WIDTH - filled))
                    .append("] ");
            text.append(Math.min(100, done * 100 / total)).append(" %");
        } else {
            text.append(' ').append(String.format("%,d", done));
        }
        text.append(String.format("  %,.0f/s", rate));
        if (total > 0 && rate > 0) {
            text.append("  ").append(left((long) ((total - done) / rate)));
        }
        return text.toString();
    }

    private static String left(long seconds) {
        if (seconds < 60) {
            return seconds + " s left";
        }
        return seconds < 3_600 ? seconds / 60 + " min left" : seconds / 3_600 + " h " + seconds / 60 % 60 + " min left";
    }

    @Override
    public void close() {
        line.end();
    }
}
