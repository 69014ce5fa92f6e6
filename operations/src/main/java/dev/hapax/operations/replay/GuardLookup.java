package dev.hapax.operations.replay;

/** What the guard remembers of an identity today. */
public enum GuardLookup {
    DECIDED,
    QUARANTINED,
    /** It was admitted with other content than the stretch has. */
    OTHER_CONTENT,
    NOTHING
}
