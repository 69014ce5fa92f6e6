package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/**
 * An arrival with its classification, made before the guard is asked.
 *
 * @param classification null when the message still has to be classified
 */
public record ClassifiedArrival(Arrival arrival, @Nullable Classification classification) {}
