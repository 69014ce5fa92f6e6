package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent.Result;

/** Sends deliveries to their target. Used by one thread. */
public interface Channel extends AutoCloseable {

    /**
     * How an attempt ended.
     *
     * @param evidence what the target answered, or what failed
     */
    record Sent(Result result, String evidence) {}

    /**
     * Tries once. Asks the lease before it connects and again immediately before the step after which the target may have
     * accepted; once that step is taken, anything but a readable answer is UNKNOWN. Does not throw.
     */
    Sent send(DueDelivery delivery, Lease lease);

    @Override
    void close();
}
