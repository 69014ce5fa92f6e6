package dev.hapax.app.sample;

/**
 * One message to send.
 *
 * @param id of the business action it stands for
 */
record SampleMessage(SampleKind kind, String id, String value) {}
