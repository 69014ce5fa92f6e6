/**
 * Deciding what an admitted message is. Pure functions of content and rules: no Kafka type, no clock, no state.
 */
@NullMarked
package dev.hapax.classify;

import org.jspecify.annotations.NullMarked;
