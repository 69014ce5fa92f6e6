package dev.hapax.meters;

import java.util.Locale;

/** What became of a message that was read. */
public enum OutcomeLabel {
    /** Not seen before: it was let act, and is decided. */
    ADMITTED,
    /** Another record with the same content had acted already. */
    DUPLICATE,
    /** The very same record, read again. */
    REDELIVERY,
    /** It waits for a person. */
    QUARANTINED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** As metrics and answers spell it. */
    public String word() {
        return word;
    }
}
