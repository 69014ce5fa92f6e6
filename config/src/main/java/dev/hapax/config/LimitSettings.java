package dev.hapax.config;

import java.time.Duration;

/** What intake accepts. Beyond these a message is quarantined, never truncated. */
public record LimitSettings(int maxMessageBytes, int maxDepth, int maxIdentityLength, Duration maxClockSkew) {}
