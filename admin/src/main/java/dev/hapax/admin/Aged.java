package dev.hapax.admin;

import java.time.Duration;

/** Something that was known to be so, that long ago. */
public record Aged<T>(T value, Duration age) {}
