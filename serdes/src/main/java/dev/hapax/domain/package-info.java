/**
 * The words Hapax is written in: message, identity, fingerprint, decision, refusal. Plain data; nothing here knows Kafka,
 * JSON or a clock.
 */
@NullMarked
package dev.hapax.domain;

import org.jspecify.annotations.NullMarked;
