package dev.hapax.testkit;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A content with a text that an error message can show, and its variations that a message can have as well. */
final class Sample implements Content {

    /** What a field can be instead of what a plug-in's author thought of. */
    private static final List<Value> UNEXPECTED = List.of(
            new Value.Nothing(),
            new Value.Flag(true),
            new Value.Text(""),
            new Value.Text("\uFFFD\0 İ"),
            new Value.Amount(BigDecimal.ZERO),
            new Value.Amount(new BigDecimal("-1e1000")),
            new Value.Structure(false, new Fingerprint(1, 2)),
            new Value.Structure(true, new Fingerprint(3, 4)));

    private final Map<String, Value> values;
    private final boolean tombstone;

    private Sample(Map<String, Value> values, boolean tombstone) {
        this.values = values;
        this.tombstone = tombstone;
    }

    static Sample tombstone() {
        return new Sample(Map.of(), true);
    }

    static Sample of(Map<String, ?> fields) {
        Map<String, Value> values = new TreeMap<>();
        fields.forEach((name, value) -> values.put(name, value(name, value)));
        return new Sample(values, false);
    }

    private static Value value(String name, Object value) {
        if (value instanceof Value already) {
            return already;
        } else if (value instanceof CharSequence text) {
            return new Value.Text(text.toString());
        } else if (value instanceof Boolean flag) {
            return new Value.Flag(flag);
        } else if (value instanceof Number number) {
            return new Value.Amount(new BigDecimal(number.toString()));
        }
        throw new IllegalArgumentException("field " + name + ": " + value
                + " is no value of a message. Use text, a number, true or false, or a dev.hapax.domain.Value.");
    }

    /** The same without each field in turn, and with each field as something else. */
    List<Sample> variations() {
        List<Sample> variations = new ArrayList<>();
        for (String field : values.keySet()) {
            Map<String, Value> without = new TreeMap<>(values);
            without.remove(field);
            variations.add(new Sample(without, false));
            for (Value value : UNEXPECTED) {
                Map<String, Value> with = new TreeMap<>(values);
                with.put(field, value);
                variations.add(new Sample(with, false));
            }
        }
        return variations;
    }

    @Override
    public @Nullable Value get(String field) {
        return values.get(field);
    }

    @Override
    public boolean isTombstone() {
        return tombstone;
    }

    @Override
    public String toString() {
        return tombstone
                ? "a tombstone"
                : values.entrySet().stream()
                        .map(field -> field.getKey() + "=" + shown(field.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String shown(Value value) {
        return value instanceof Value.Text text ? "\"" + text.text() + "\"" : value.display();
    }
}
