package dev.hapax.intake;

import java.util.Map;
import java.util.Set;

/** A way messages are written; found by {@link java.util.ServiceLoader}, next to the ones built in. */
public interface Format {

    /** What {@code sources.format} says to get this one. */
    String name();

    /**
     * A reader of just these fields. A field is a JSON pointer ({@code /payment/amount}) or a plain name, which each
     * format understands in its own way.
     *
     * @throws IllegalArgumentException when a field cannot be one of this format
     */
    FormatReader reader(Set<String> fields, ReadLimits limits);

    /**
     * The same for a source with {@code format-options}.
     *
     * @param options the options that the source sets, only names of {@link #options}
     * @throws IllegalArgumentException when a field or an option is not usable; must not connect to anything
     */
    default FormatReader reader(Set<String> fields, ReadLimits limits, Map<String, String> options) {
        return reader(fields, limits);
    }

    /** The names of the options that a source can set in {@code format-options}. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Whether a message of this format can have that field. Settings that name another one are refused; a classifier may ask for
     * fields that only other formats have.
     */
    default boolean mayHave(String field) {
        return true;
    }

    /** Whether every value it can find is text, so that a field can never be a number or a flag. */
    default boolean textOnly() {
        return false;
    }
}
