package dev.hapax.domain;

/** A message that did not act because its identity had acted already, and the one that did. */
public record Suppression(Kind kind, Arrival arrival, GuardEntry earlier) {

    /** What the message is to the one that came first. */
    public enum Kind {
        /** Another record with the same content. */
        DUPLICATE,
        /** The very same record, read again. */
        REDELIVERY
    }
}
