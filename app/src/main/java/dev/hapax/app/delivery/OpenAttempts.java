package dev.hapax.app.delivery;

import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the attempts that a worker is making at the moment, in all partitions. */
final class OpenAttempts {

    private final AtomicInteger open = new AtomicInteger();

    boolean any() {
        return open.get() > 0;
    }

    /** The same channel, counted. */
    Channel counted(Channel channel) {
        return new Channel() {
            @Override
            public Sent send(DueDelivery delivery, Lease lease) {
                open.incrementAndGet();
                try {
                    return channel.send(delivery, lease);
                } finally {
                    open.decrementAndGet();
                }
            }

            @Override
            public @Nullable Down down(DueDelivery delivery) {
                return channel.down(delivery);
            }

            @Override
            public void close() {
                channel.close();
            }
        };
    }
}
