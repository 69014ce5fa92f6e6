package dev.hapax.worker;

import dev.hapax.delivery.DeliveryState;
import org.jspecify.annotations.Nullable;

/** What must not be sent: opted-out recipients, cancelled deliveries, everything while delivery is off. */
public interface StopCheck {

    /** Reads everything that was acknowledged before this call. */
    void catchUp();

    /** Whether nothing may be sent at all now, with the reason; null if sending is on. */
    @Nullable
    String off();

    /** Why this one must not be sent; null if it may. */
    @Nullable
    Stop stop(DueDelivery delivery);

    /** Why this one must not be sent now, but may be later; null if it may. */
    @Nullable
    String hold(DueDelivery delivery);

    /** @param state SUPPRESSED or CANCELLED */
    record Stop(DeliveryState state, String detail) {}
}
