package dev.hapax.guarantees;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every acknowledged message comes out once, whatever is killed in between. Safe for several threads. */
public final class ExactlyOnce {

    private final Set<String> sent = new HashSet<>();
    private final List<String> seen = new ArrayList<>();

    /** On the broker's acknowledgement: what it never took, it owes no one. */
    public synchronized void onSent(String id) {
        sent.add(id);
    }

    /** By one read_committed reader of all outputs. */
    public synchronized void onSeen(String id) {
        seen.add(id);
    }

    public synchronized void verify() {
        Claim.that(!sent.isEmpty(), "nothing was sent");
        Set<String> once = new HashSet<>();
        Claim.none("came out more than once", seen.stream().filter(id -> !once.add(id)));
        Claim.none("never came out", sent.stream().filter(id -> !once.contains(id)));
        Claim.none("came out but was never sent", once.stream().filter(id -> !sent.contains(id)));
    }
}
