/**
 * Hides the fields of {@code admin.mask} in messages, and in texts that may quote them. No Kafka type and no display: callers lay
 * out the text that {@link dev.hapax.masking.Masking} returns.
 */
@NullMarked
package dev.hapax.masking;

import org.jspecify.annotations.NullMarked;
