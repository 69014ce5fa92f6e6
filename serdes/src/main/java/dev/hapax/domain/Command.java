package dev.hapax.domain;

import java.time.Instant;
import java.util.List;

/** What stands in the commands topic: what an operator asks of the task that owns an identity, and what became of it. */
public sealed interface Command {

    /** Ties a receipt to its command. */
    String id();

    Instant at();

    /** Let the guard know nothing of an identity, so that its next message acts. */
    record Forget(String id, String identity, String actor, String reason, Instant at) implements Command {}

    /**
     * Receipt: the guard has forgotten it.
     *
     * @param entries how many it had of the identity
     * @param some of these, not more than a record should hold
     */
    record Forgotten(String id, String identity, Instant at, int entries, List<GuardEntry> some) implements Command {

        public Forgotten {
            some = List.copyOf(some);
        }
    }

    /** Receipt: it was not done, and why. */
    record Refused(String id, Instant at, String explanation) implements Command {}
}
