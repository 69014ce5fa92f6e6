package dev.hapax.channel;

import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.util.concurrent.atomic.AtomicBoolean;

/** Deliveries and leases for tests of channels. */
public final class Deliveries {

    private static final long WALL = 1_700_000_000_000L;
    private static final long LONG = 1_000_000;

    private Deliveries() {}

    public static DueDelivery to(String target, byte[] artifact) {
        return new DueDelivery(
                0, "invoice-mail:inv-9", 1, "test", target, DueDelivery.sha256(artifact), Long.MAX_VALUE, artifact);
    }

    public static Lease lease() {
        return lease(new AtomicBoolean());
    }

    /** A lease that ends when it is told to, or that has ended already. */
    public static Lease lease(AtomicBoolean ended) {
        AtomicBoolean started = new AtomicBoolean();
        Lease lease =
                Lease.start(new Lease.Clocks(() -> 0, () -> started.get() && ended.get() ? WALL + LONG : WALL), LONG);
        started.set(true);
        return lease;
    }
}
