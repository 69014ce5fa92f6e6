package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * What became of an operator's wish.
 *
 * @param said in words for the operator, such as who was faster
 * @param replayed what was given again; null for nothing
 */
public record CaseResult(
        Coordinates id, Kind kind, String said, @Nullable Replayed replayed) {

    public CaseResult(Coordinates id, Kind kind, String said) {
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
