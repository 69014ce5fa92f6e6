package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import org.jspecify.annotations.Nullable;

/** The values that one document had at the places asked for. */
final class JsonContent implements Content {

    private final Selection selection;
    private final @Nullable Value[] found;

    JsonContent(Selection selection, @Nullable Value[] found) {
        this.selection = selection;
        this.found = found;
    }

    @Override
    public @Nullable Value get(String field) {
        Integer slot = selection.slot(field);
        return slot == null ? null : found[slot];
    }
}
