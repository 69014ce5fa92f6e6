package dev.hapax.worker;

import java.util.function.LongSupplier;

/**
 * The time a worker has for what it claims. Measured on the monotonic and on the wall clock, because a suspended machine may stop
 * the first and an administrator may set the second; the earlier end counts.
 */
public final class Lease {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Clocks clocks;
    private final long nanosEnd;
    private final long wallEnd;
    private final long wallStart;

    /** Both clocks of a machine. */
    public record Clocks(LongSupplier nanos, LongSupplier wallMillis) {

        public static Clocks system() {
            return new Clocks(System::nanoTime, System::currentTimeMillis);
        }
    }

    private Lease(Clocks clocks, long millis) {
        this.clocks = clocks;
        this.nanosEnd = clocks.nanos().getAsLong() + millis * NANOS_PER_MILLI;
        this.wallStart = clocks.wallMillis().getAsLong();
        this.wallEnd = wallStart + millis;
    }

    /** Starts now. Start it before the claim is written: the ledger's own lease starts when it reads the claim, and so ends later. */
    public static Lease start(Clocks clocks, long millis) {
        return new Lease(clocks, millis);
    }

    /** Whether nothing may be sent any more. A wall clock that was set back counts as ended. */
    public boolean hasEnded() {
        long wall = clocks.wallMillis().getAsLong();
        return clocks.nanos().getAsLong() - nanosEnd >= 0 || wall >= wallEnd || wall < wallStart;
    }

    public long now() {
        return clocks.wallMillis().getAsLong();
    }
}
