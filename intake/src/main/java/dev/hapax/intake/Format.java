package dev.hapax.intake;

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
