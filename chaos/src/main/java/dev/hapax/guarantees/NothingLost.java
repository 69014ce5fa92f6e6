package dev.hapax.guarantees;

import java.util.HashSet;
import java.util.Set;

/** Every message the broker acknowledged has an outcome: decided, held back or quarantined. Safe for several threads. */
public final class NothingLost {

    private final Set<String> sent = new HashSet<>();
    private final Set<String> seen = new HashSet<>();

    /** On the broker's acknowledgement, by where the message stands. */
    public synchronized void onSent(String at) {
        sent.add(at);
    }

    /** By one read_committed reader of all outputs, by where the message stands that the outcome is about. */
    public synchronized void onSeen(String at) {
        seen.add(at);
    }

    public synchronized void verify() {
        Claim.that(!sent.isEmpty(), "nothing was sent");
        Claim.none("have no outcome", sent.stream().filter(at -> !seen.contains(at)));
    }
}
