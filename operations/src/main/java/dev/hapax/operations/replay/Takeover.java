package dev.hapax.operations.replay;

import dev.hapax.operations.replay.ReplayStatus.Hand;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.time.Instant;
import java.util.Optional;

/** What is said to whom a replay was taken from. */
final class Takeover {

    private Takeover() {}

    static String told(ReplayGroups groups, ReplayStatus ours, Instant now) {
        String id = ours.plan().id();
        Optional<ReplayStatus> found = groups.find(id, false);
        String stays = "; what was committed until then stands";
        if (found.isEmpty()) {
            return "replay " + id + " was taken over at " + now + stays;
        }
        Hand hand = found.get().hand();
        if (found.get().state() == State.CANCELLED) {
            return "replay " + id + " was cancelled by " + hand.actor() + " at " + hand.since() + stays;
        }
        if (hand.equals(ours.hand())) {
            return "replay " + id + " stood still for too long, or is being taken over" + stays
                    + ": run 'hapax replay status " + id + "' to see how far it is, 'hapax replay resume " + id
                    + "' to go on";
        }
        return "replay " + id + " was taken over by " + hand.actor() + " at " + hand.since() + stays;
    }
}
