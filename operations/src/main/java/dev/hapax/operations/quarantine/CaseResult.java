package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;

/**
 * What became of an operator's wish.
 *
 * @param said in words for the operator, such as who was faster
 */
public record CaseResult(Coordinates id, Kind kind, String said) {

    /** How it ended. */
    public enum Kind {
        DONE,
        /** It had been done before; nothing was changed. */
        ALREADY,
        REFUSED
    }
}
