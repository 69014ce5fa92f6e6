package dev.hapax.app.sample;

/**
 * One message to send.
 *
 * @param id of the business action it stands for
 */
record Sample(Kind kind, String id, String value) {}
