package dev.hapax.admin.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The pause of the feed after each round, so that many clients cost the stream little: a moment for each client, in which more
 * events arrive that can be sent together, and longer if the long-term rate of events times clients is exceeded. Bursts pass
 * without a delay.
 */
final class FeedThrottle {

    /** Events times clients per second: about a twentieth of a core. */
    private static final double A_SECOND = 5_000;

    private static final double MOST_SAVED = 10 * A_SECOND;

    /** The maximum delay of an alert. */
    private static final double MOST_SECONDS_LATE = 30;

    private static final long NANOS = 1_000_000_000L;
    /** The cost of one client in a round: a wake-up and a system call. */
    private static final long MILLIS_A_CLIENT = 1;

    private static final long LONGEST_FOR_CLIENTS = 200;

    private final LongSupplier nanoTime;
    private double saved = MOST_SAVED;
    private long last;

    FeedThrottle(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** The pause after sending that many events to that many clients. */
    Duration after(int events, int clients) {
        long now = nanoTime.getAsLong();
        saved = Math.min(MOST_SAVED, saved + (now - last) * A_SECOND / NANOS) - (double) events * clients;
        last = now;
        long collecting = Math.min(LONGEST_FOR_CLIENTS, clients * MILLIS_A_CLIENT);
        long repaying = saved >= 0 ? 0 : (long) (-saved * 1_000 / A_SECOND);
        return Duration.ofMillis(Math.max(collecting, repaying));
    }

    /** Whether that many events are too many for that many clients. */
    boolean isTooMuch(long events, int clients) {
        return (double) events * clients > saved + MOST_SECONDS_LATE * A_SECOND;
    }
}
