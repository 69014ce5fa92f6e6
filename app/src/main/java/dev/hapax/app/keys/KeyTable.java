package dev.hapax.app.keys;

import dev.hapax.app.Columns;
import dev.hapax.operations.keys.Remembered;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code key list} prints. */
final class KeyTable {

    private KeyTable() {}

    static String text(List<Remembered> keys) {
        if (keys.isEmpty()) {
            return "the guard remembers nothing\n";
        }
        Columns columns = new Columns().row("identity", "outcome", "first seen", "time left");
        keys.forEach(
                key -> columns.row(key.name(), Words.outcome(key.entry()), key.firstTime(), Words.time(key.left())));
        return String.join("\n", columns.lines()) + "\n";
    }

    static Map<String, @Nullable Object> fields(Remembered key) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("identity", key.name());
        fields.putAll(Words.fields(key.entry()));
        fields.put("until", key.until().toString());
        fields.put("secondsLeft", Math.max(0, key.left().toSeconds()));
        return fields;
    }
}
