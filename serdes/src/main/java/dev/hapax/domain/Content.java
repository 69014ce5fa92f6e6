package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/** What could be read in a message, by field name. */
@FunctionalInterface
public interface Content {

    /** The content of a message without value. */
    Content TOMBSTONE = new Content() {
        @Override
        public @Nullable Value get(String field) {
            return null;
        }

        @Override
        public boolean isTombstone() {
            return true;
        }
    };

    /** The value of a field, or null where the message has none. */
    @Nullable
    Value get(String field);

    /** Whether the message has no value and says nothing otherwise; a message without any of the fields is no tombstone. */
    default boolean isTombstone() {
        return false;
    }
}
