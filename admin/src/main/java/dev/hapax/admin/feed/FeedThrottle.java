package dev.hapax.admin.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the feed rests after each round, so that clients, however many, cost the stream little. A moment for each client, in
 * which more comes that can be sent together; and as long as it takes when more is told to more clients than may be told in the
 * long run. Bursts go through at once.
 */
final class FeedThrottle {

    /** Events times clients, a second: what a twentieth of a core or so can do. */
    private static final double A_SECOND = 5_000;

    private static final double MOST_SAVED = 10 * A_SECOND;

    /** Later than that, an alert is none any more. */
    private static final double MOST_SECONDS_LATE = 30;

    private static final long NANOS = 1_000_000_000L;
    /** Of one client, in a round: waking it up, and a call to the system. */
    private static final long MILLIS_A_CLIENT = 1;

    private static final long LONGEST_FOR_CLIENTS = 200;

    private final LongSupplier nanoTime;
    private double saved = MOST_SAVED;
    private long last;

    FeedThrottle(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** How long to rest after having told so many events to so many clients. */
    Duration after(int events, int clients) {
        long now = nanoTime.getAsLong();
        saved = Math.min(MOST_SAVED, saved + (now - last) * A_SECOND / NANOS) - (double) events * clients;
        last = now;
        long collecting = Math.min(LONGEST_FOR_CLIENTS, clients * MILLIS_A_CLIENT);
        long repaying = saved >= 0 ? 0 : (long) (-saved * 1_000 / A_SECOND);
        return Duration.ofMillis(Math.max(collecting, repaying));
    }

    /** Whether so many events are more than so many clients can be told in time. */
    boolean isTooMuch(long events, int clients) {
        return (double) events * clients > saved + MOST_SECONDS_LATE * A_SECOND;
    }
}
