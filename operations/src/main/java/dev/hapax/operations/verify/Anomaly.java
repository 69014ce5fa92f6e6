package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * Something is wrong, told by name.
 *
 * @param coordinates of the message; of the record itself, where it does not say which message it speaks of
 * @param generation under which the message acted, 0 unless it was given again
 * @param identity null where it is not known
 * @param record where the record stands that shows it
 */
public record Anomaly(
        AnomalyName name,
        Coordinates coordinates,
        int generation,
        @Nullable String identity,
        Coordinates record,
        String detail) {}
