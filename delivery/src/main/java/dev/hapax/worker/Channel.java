package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent.Result;
import org.jspecify.annotations.Nullable;

/** Sends deliveries to their target. Used by one thread. */
public interface Channel extends AutoCloseable {

    /**
     * How an attempt ended.
     *
     * @param evidence what the target answered, or what failed
     */
    record Sent(Result result, String evidence) {}

    /**
     * What keeps a channel from sending.
     *
     * @param triedAt names the failure: the same until the channel has tried again
     */
    record Down(String reason, long triedAt) {}

    /**
     * Tries once. Asks the lease before it connects and again immediately before the step after which the target may have
     * accepted; once that step is taken, anything but a readable answer is UNKNOWN. Does not throw.
     */
    Sent send(DueDelivery delivery, Lease lease);

    /**
     * Why nothing can be sent now, through no fault of the delivery: a wrong password, a server without TLS. Null if the channel
     * works. The worker asks before it claims, so that deliveries wait instead of using up their attempts. A channel that is down
     * may try again to connect when it is asked, but must not send.
     *
     * @param delivery the next one, for channels that stand for several
     */
    default @Nullable Down down(DueDelivery delivery) {
        return null;
    }

    @Override
    void close();
}
