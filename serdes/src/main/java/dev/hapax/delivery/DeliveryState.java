package dev.hapax.delivery;

/** Where a delivery is. Every delivery is in exactly one state. */
public enum DeliveryState {
    /** Staged. Waits for a person or a policy. */
    AWAITING_APPROVAL(false),
    /** May be sent. Waits for its time, for a free place, or until a retry is due. */
    APPROVED(false),
    /** In the {@code due} topic: the next worker may claim it. */
    DUE(false),
    /** A worker has the right to one attempt, for the length of its lease. */
    CLAIMED(false),
    /** Whether it was sent is unknown. Only a person, or a late report of its worker, can end this. */
    STRANDED(false),
    /** The target has accepted it. */
    SENT(true),
    /** The target refuses it for good, or every allowed attempt has failed. */
    REFUSED(true),
    /** A person has rejected it. */
    REJECTED(true),
    /** It was not sent in time. */
    EXPIRED(true),
    /** A person has cancelled it. */
    CANCELLED(true),
    /** Its recipient has opted out, or mails to the address bounce. */
    SUPPRESSED(true),
    /** A person has given up on a stranded delivery. */
    ABANDONED(true);

    private final boolean end;

    DeliveryState(boolean end) {
        this.end = end;
    }

    /** Whether nothing more happens to it. */
    public boolean isEnd() {
        return end;
    }

    /** Whether it takes one of the places that {@code delivery.max-in-flight} bounds. */
    public boolean isInFlight() {
        return this == DUE || this == CLAIMED;
    }
}
