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

    synchronized void verify() {
        Set<String> once = new HashSet<>();
        List<String> doubled = seen.stream().filter(id -> !once.add(id)).toList();
        assertThat(sent).isNotEmpty();
        assertThat(doubled).as("came out more than once").isEmpty();
        assertThat(missing(sent, once)).as("never came out").isEmpty();
        assertThat(missing(once, sent)).as("came out but was never sent").isEmpty();
    }

    private static Set<String> missing(Set<String> wanted, Set<String> there) {
        Set<String> missing = new HashSet<>(wanted);
        missing.removeAll(there);
        return missing;
    }
}
