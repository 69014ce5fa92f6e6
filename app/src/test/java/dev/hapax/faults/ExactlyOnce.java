package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every acknowledged message comes out once, whatever is killed in between. Safe for several threads. */
final class ExactlyOnce {

    private final Set<String> sent = new HashSet<>();
    private final List<String> seen = new ArrayList<>();

    /** On the broker's acknowledgement: what it never took, it owes no one. */
    synchronized void onSent(String id) {
        sent.add(id);
    }

    /** By one read_committed reader of all outputs. */
    synchronized void onSeen(String id) {
        seen.add(id);
    }

    synchronized boolean allSeen() {
        return seen.size() >= sent.size() && new HashSet<>(seen).containsAll(sent);
    }

    synchronized int seenSoFar() {
        return seen.size();
    }

    synchronized void verify() {
        assertThat(sent).isNotEmpty();
        assertThat(seen).containsAll(sent).doesNotHaveDuplicates();
        assertThat(sent).as("nothing comes out that was not sent").containsAll(seen);
    }
}
