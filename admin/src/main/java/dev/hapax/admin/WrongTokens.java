package dev.hapax.admin;

import dev.hapax.meters.Meters;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells of those who came with a wrong token: all in a meter, some in the log, which nobody should be able to fill. */
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
            log.accept("A wrong token came from " + from
                    + (before == 0 ? "" : "; of " + before + " before it nothing was said here"));
        }
    }

    /** Negative when this one is left out too. */
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
