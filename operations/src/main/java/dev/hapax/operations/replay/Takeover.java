package dev.hapax.operations.replay;

import dev.hapax.operations.replay.ReplayStatus.Owner;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The message for the operator whose replay was taken over. */
final class Takeover {

    private static final int LOOKS = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private Takeover() {}

    static String message(ReplayGroups groups, ReplayStatus ours, Instant now) {
        String id = ours.plan().id();
        Optional<ReplayStatus> found = whenNewOwnerShows(groups, ours);
        String stays = "; what was committed until then stands";
        if (found.isEmpty()) {
            return "replay " + id + " was taken over at " + now + stays;
        }
        Owner owner = found.get().owner();
        if (found.get().state() == State.CANCELLED) {
            return "replay " + id + " was cancelled by " + owner.actor() + " at " + owner.since() + stays;
        }
        if (owner.equals(ours.owner())) {
            return "replay " + id + " stood still for too long, or is being taken over" + stays
                    + ": run 'hapax replay status " + id + "' to see how far it is, 'hapax replay resume " + id
                    + "' to go on";
        }
        return "replay " + id + " was taken over by " + owner.actor() + " at " + owner.since() + stays;
    }

    /** The new owner records its name shortly after the takeover. */
    private static Optional<ReplayStatus> whenNewOwnerShows(ReplayGroups groups, ReplayStatus ours) {
        Optional<ReplayStatus> found = Optional.empty();
        for (int i = 0; i < LOOKS; i++) {
            found = groups.find(ours.plan().id(), false);
            if (found.isEmpty() || !found.get().owner().equals(ours.owner())) {
                return found;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return found;
    }

    /** Someone else works on this replay now. Nothing of the open transaction was written. */
    static final class TakenOverException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TakenOverException(Throwable cause) {
            super(cause);
        }
    }
}
