package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/** What could be read in a message, by field name. */
@FunctionalInterface
public interface Content {

    /** Nothing at all: what a tombstone says. */
    Content EMPTY = field -> null;

    /** The value of a field, or null where the message has none. */
    @Nullable
    Value get(String field);
}
