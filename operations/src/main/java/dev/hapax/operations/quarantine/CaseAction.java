package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import org.jspecify.annotations.Nullable;

/** A change that an operator requests for a case. */
public sealed interface CaseAction {

    /** @param owner null to unassign it */
    record Assign(@Nullable String owner) implements CaseAction {}

    record Note(String text) implements CaseAction {}

    /**
     * @param insist also when it is parked, or would fail again
     */
    record Replay(@Nullable String reason, boolean insist) implements CaseAction {}

    /**
     * Replays other content in place of the original.
     *
     * @param diff the recorded difference
     */
    record Edit(Message edited, String diff, String reason, boolean insist) implements CaseAction {}

    record Drop(String reason) implements CaseAction {}

    /**
     * The result of a requested change.
     *
     * @param said a text for the operator, for example who changed it first
     * @param replayed the replayed message; null for none
     */
    record Result(
            Coordinates id,
            Kind kind,
            String said,
            @Nullable Replayed replayed) {

        public Result(Coordinates id, Kind kind, String said) {
            this(id, kind, said, null);
        }

        /** How it ended. */
        public enum Kind {
            DONE,
            /** It had been done before; nothing was changed. */
            ALREADY,
            REFUSED
        }

        /** A replayed message. */
        public record Replayed(Coordinates id, int generation) {}
    }
}
