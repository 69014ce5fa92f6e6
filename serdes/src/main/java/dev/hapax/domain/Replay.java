package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/**
 * A message given again: the original, the source it came by, and the generation under which it may act once more.
 *
 * @param attempts how often it has failed before
 * @param silent whether its decision must raise no alert
 * @param copyCheck where else a copy may have acted; null when only its own generation counts
 */
public record Replay(
        Message original,
        String source,
        int generation,
        int attempts,
        boolean silent,
        @Nullable CopyCheck copyCheck) {

    public Replay(Message original, String source, int generation, int attempts, boolean silent) {
        this(original, source, generation, attempts, silent, null);
    }
}
