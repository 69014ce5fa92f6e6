package dev.hapax.operations.keys;

import dev.hapax.domain.GuardEntry;
import java.time.Duration;
import java.time.Instant;

/**
 * What the guard remembers of an identity.
 *
 * @param name the identity, or {@code sha256:} and its hash where it is too long to be kept
 * @param until copies dated before this are held back; of a replay, it is remembered until the stream has come so far
 * @param streamTime how far the partition's time had come when it was looked at
 */
public record Remembered(String name, GuardEntry entry, Instant until, Instant streamTime) {

    /** How much later, in the time of the stream, it counts no more; zero or less when that is so already. */
    public Duration left() {
        return Duration.between(streamTime, until);
    }

    public boolean expired() {
        return !streamTime.isBefore(until);
    }

    public Instant firstTime() {
        return Instant.ofEpochMilli(entry.firstTime());
    }
}
