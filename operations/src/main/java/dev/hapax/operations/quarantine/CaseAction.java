package dev.hapax.operations.quarantine;

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
}
