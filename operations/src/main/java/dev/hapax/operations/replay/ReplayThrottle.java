package dev.hapax.operations.replay;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Limits the messages per second, counted from its creation. */
final class ReplayThrottle {

    private static final long LONGEST_NAP = Duration.ofMillis(50).toNanos();
    private static final int LARGEST_BATCH = 2_000;
    private static final int BATCHES_A_SECOND = 4;

    private final int rate;
    private final LongSupplier nanos;
    private final long began;

    /**
     * @param rate 0 for no limit
     * @param nanos such as {@link System#nanoTime}
     */
    ReplayThrottle(int rate, LongSupplier nanos) {
        this.rate = rate;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** The size of a transaction, small enough that messages are sent evenly. */
    int batch() {
        return rate == 0 ? LARGEST_BATCH : Math.max(1, Math.min(LARGEST_BATCH, rate / BATCHES_A_SECOND));
    }

    /** How long to wait after this many messages. */
    long nanosAfter(long sent) {
        if (rate == 0) {
            return 0;
        }
        double due = sent * 1e9 / rate;
        return Math.max(0, (long) due - (nanos.getAsLong() - began));
    }

    /** Waits that long, or until it is stopped. */
    void keep(long sent, BooleanSupplier stop) {
        for (long left = nanosAfter(sent); left > 0 && !stop.getAsBoolean(); left = nanosAfter(sent)) {
            LockSupport.parkNanos(Math.min(left, LONGEST_NAP));
        }
    }
}
