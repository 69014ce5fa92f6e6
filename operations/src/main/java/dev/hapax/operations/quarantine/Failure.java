package dev.hapax.operations.quarantine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One time that a message was quarantined.
 *
 * @param digest of the message as it arrived; null for one that was replayed from quarantine, which may have been edited
 * @param at when it was quarantined
 * @param exhausted whether it has failed as often as it may
 */
public record Failure(Key key, @Nullable String digest, Instant at, boolean exhausted) {

    /** A message fails once under each of these, however often its record is read again. */
    public record Key(int generation, int attempt) {}

    int attempt() {
        return key.attempt();
    }
}
