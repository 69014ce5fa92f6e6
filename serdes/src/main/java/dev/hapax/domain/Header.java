package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/** One header of a record, as it arrived; names may repeat and values may be absent. */
public record Header(String name, byte @Nullable [] value) {}
