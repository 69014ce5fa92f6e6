package dev.hapax.operations.verify;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are verified, by the time of their records.
 *
 * @param from null for the oldest that is left
 * @param to null for the newest that was read
 */
public record Period(@Nullable Instant from, @Nullable Instant to) {

    public static final Period ALL = new Period(null, null);

    public Period {
        if (from != null && to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException("--from " + from + " must be before --to " + to);
        }
    }

    /** Whether something that is there is left out at the beginning. */
    boolean beginsLater() {
        return from != null;
    }
}
