package dev.hapax.admin;

import dev.hapax.meters.Meters;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Reports wrong tokens: all in a metric, some in the log, so that nobody can flood the log. */
final class WrongTokens {

    private static final int LINES_A_MINUTE = 6;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final Meters meters;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private long begin;
    private int said = LINES_A_MINUTE;
    private long leftOut;

    WrongTokens(Meters meters, LongSupplier nanoTime, Consumer<String> log) {
        this.meters = meters;
        this.nanoTime = nanoTime;
        this.log = log;
        this.begin = nanoTime.getAsLong() - MINUTE_NANOS;
    }

    void came(ClientAddress from) {
        meters.refusedToken();
        long before = linesLeftOut();
        if (before >= 0) {
            log.accept("Wrong token from " + from
                    + (before == 0 ? "" : ", after " + before + " others that were not logged"));
        }
    }

    /** Negative if this one is not logged either. */
    private synchronized long linesLeftOut() {
        long now = nanoTime.getAsLong();
        if (now - begin >= MINUTE_NANOS) {
            begin = now;
            said = 0;
        }
        if (said == LINES_A_MINUTE) {
            leftOut++;
            return -1;
        }
        said++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
