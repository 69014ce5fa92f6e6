package dev.hapax.config;

import java.time.Duration;

/** What intake accepts. Beyond these a message is quarantined, never truncated. */
public record LimitSettings(int maxMessageBytes, int maxDepth, int maxIdentityLength, Duration maxClockSkew) {

    /** What brokers allow by default ({@code message.timestamp.after.max.ms}). */
    private static final Duration LONGEST_SKEW = Duration.ofHours(1);

    private static final int LONGEST_IDENTITY = 4096;

    public LimitSettings {
        Rules.of("limits")
                .require(
                        maxMessageBytes >= 1,
                        "max-message-bytes",
                        SizeText.format(maxMessageBytes),
                        "must be at least 1B")
                .atLeast(1, "max-depth", maxDepth)
                .require(maxDepth <= 1000, "max-depth", maxDepth, "must be at most 1000")
                .atLeast(1, "max-identity-length", maxIdentityLength)
                .require(
                        maxIdentityLength <= LONGEST_IDENTITY,
                        "max-identity-length",
                        maxIdentityLength,
                        "must be at most " + LONGEST_IDENTITY
                                + ": every output record carries the identity up to three times")
                .notNegative("max-clock-skew", maxClockSkew)
                .require(
                        maxClockSkew.compareTo(LONGEST_SKEW) <= 0,
                        "max-clock-skew",
                        maxClockSkew,
                        "must be at most 1h: brokers refuse to repartition a message further ahead than that")
                .check();
    }
}
