package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The values that one document had at the places asked for. Of a plain document texts and numbers are kept as where they
 * stand, and made when someone asks: nobody does for a duplicate.
 */
final class JsonContent implements Content {

    private final FieldTree selection;
    private final @Nullable Value[] found;
    private final byte[] document;
    /** Where each value begins and ends, in the upper and the lower half; 0 for none. */
    private final long[] spans;

    JsonContent(FieldTree selection, @Nullable Value[] found) {
        this(selection, found, new byte[0], new long[found.length]);
    }

    JsonContent(FieldTree selection, @Nullable Value[] found, byte[] document, long[] spans) {
        this.selection = selection;
        this.found = found;
        this.document = document;
        this.spans = spans;
    }

    @Override
    public @Nullable Value get(String field) {
        Integer slot = selection.slot(field);
        if (slot == null) {
            return null;
        }
        Value value = found[slot];
        if (value == null && spans[slot] != 0) {
            value = made((int) (spans[slot] >>> Integer.SIZE), (int) spans[slot]);
            found[slot] = value;
        }
        return value;
    }

    private Value made(int from, int to) {
        return document[from] == '"'
                ? new Value.Text(new String(document, from + 1, to - from - 1, StandardCharsets.UTF_8))
                : new Value.Amount(new BigDecimal(new String(document, from, to - from, StandardCharsets.ISO_8859_1)));
    }
}
