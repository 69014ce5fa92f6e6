package dev.hapax.admin;

import java.time.Duration;

/** A value and its age. */
public record Aged<T>(T value, Duration age) {}
