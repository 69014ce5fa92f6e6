package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import org.jspecify.annotations.Nullable;

/** What an operator wants done with a case, and what has to be true for it. */
public sealed interface CaseAction {

    /** @param owner null to give it back */
    record Assign(@Nullable String owner) implements CaseAction {}

    record Note(String text) implements CaseAction {}

    /**
     * @param insist also when it is parked, or would fail again
     */
    record Replay(@Nullable String reason, boolean insist) implements CaseAction {}

    /**
     * Replays other content in place of the original.
     *
     * @param diff what was changed, as it goes on record
     */
    record Edit(Message edited, String diff, String reason, boolean insist) implements CaseAction {}

    record Drop(String reason) implements CaseAction {}

    /**
     * What became of an operator's wish.
     *
     * @param said in words for the operator, such as who was faster
     * @param replayed what was given again; null for nothing
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

        /** A message that was given again. */
        public record Replayed(Coordinates id, int generation) {}
    }
}
