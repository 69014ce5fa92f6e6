/**
 * The {@code cloudevents} format: CloudEvents 1.0 as its Kafka binding carries them, in headers (binary mode) or as one JSON
 * document (structured mode).
 */
@NullMarked
package dev.hapax.intake.cloudevents;

import org.jspecify.annotations.NullMarked;
