package dev.hapax.app.sample;

/** What a sample message is to show. */
enum SampleKind {
    /** An identity that was not sent before. */
    NEW,
    /** One that was, with the same content. */
    AGAIN,
    /** No JSON. */
    UNREADABLE
}
