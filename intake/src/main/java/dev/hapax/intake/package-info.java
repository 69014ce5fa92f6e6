/**
 * Reading what arrived: format, limits, identity, fingerprint. Pure functions of a message; no Kafka type, no state.
 */
@NullMarked
package dev.hapax.intake;

import org.jspecify.annotations.NullMarked;
