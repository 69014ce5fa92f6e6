package dev.hapax.app.keys;

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
        int names = width(keys.stream().map(Remembered::name).toList(), "identity");
        int outcomes =
                width(keys.stream().map(key -> Words.outcome(key.entry())).toList(), "outcome");
        String row = "%-" + names + "s  %-" + outcomes + "s  %-24s  %s";
        StringBuilder text = new StringBuilder();
        text.append(row.formatted("identity", "outcome", "first seen", "time left"))
                .append('\n');
        for (Remembered key : keys) {
            text.append(row.formatted(key.name(), Words.outcome(key.entry()), key.firstTime(), Words.time(key.left())))
                    .append('\n');
        }
        return text.toString();
    }

    private static int width(List<String> column, String title) {
        return column.stream().mapToInt(String::length).reduce(title.length(), Math::max);
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
