package dev.hapax.delivery;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an event did.
 *
 * @param delivery as it is now; null if there is none, or none any more
 * @param effects what the ledger writes besides
 * @param refused why the event does not fit; null if it did. A refused event changes nothing but the history.
 */
public record Transition(
        @Nullable Delivery delivery,
        Set<Effect> effects,
        @Nullable String refused) {

    /** What the ledger writes in the transaction of the transition. */
    public enum Effect {
        /** The artifact to the {@code due} topic. */
        DUE,
        /** A receipt of an attempt or of an end. */
        RECEIPT,
        /** {@link DeliveryEvent.LeaseEnded} to the events topic. */
        LEASE_ENDED,
        /** A stop signal for workers, to the control topic. */
        STOP,
        /** The address to the list of suppressions: mails to it bounce for good. */
        SUPPRESS,
        /** The staging to quarantine: its id belongs to other content. */
        CONFLICT,
        /** The delivery is forgotten. */
        FORGET
    }

    static Transition to(@Nullable Delivery delivery, Effect... effects) {
        Set<Effect> set = EnumSet.noneOf(Effect.class);
        set.addAll(Set.of(effects));
        return new Transition(delivery, set, null);
    }

    static Transition refused(@Nullable Delivery delivery, String why, Effect... effects) {
        return new Transition(delivery, to(delivery, effects).effects, why);
    }
}
