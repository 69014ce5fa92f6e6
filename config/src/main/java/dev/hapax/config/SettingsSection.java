package dev.hapax.config;

import dev.hapax.config.SettingsPass.Definition;
import dev.hapax.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of the file while its keys are read. Reading a key also defines it: its type, its default and its meaning, from
 * which the reference and the list of known keys are made.
 */
final class SettingsSection {

    private final SettingsPass reading;
    private final String path;
    private final String pattern;
    private final YamlNode.Mapping node;
    private final Map<String, @Nullable Object> effective = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    private SettingsSection(SettingsPass reading, String path, String pattern, YamlNode.Mapping node) {
        this.reading = reading;
        this.path = path;
        this.pattern = pattern;
        this.node = node;
    }

    /** The top of a file. */
    static SettingsSection root(SettingsPass reading, YamlNode.Mapping top) {
        reading.placed("", top);
        return open(reading, "", "", top);
    }

    private static SettingsSection open(SettingsPass reading, String path, String pattern, YamlNode.Mapping node) {
        SettingsSection section = new SettingsSection(reading, path, pattern, node);
        node.entries().forEach((key, value) -> reading.placed(SettingsPass.join(path, key), value));
        reading.opened(section);
        return section;
    }

    String path() {
        return path;
    }

    Set<String> known() {
        return known;
    }

    List<String> unknownKeys() {
        return node.entries().keySet().stream()
                .filter(key -> !known.contains(key))
                .toList();
    }

    /** What holds after reading, secrets masked. */
    Map<String, @Nullable Object> effective() {
        return effective;
    }

    boolean has(String key) {
        return node.entries().containsKey(key) && !(node.entries().get(key) instanceof YamlNode.Empty);
    }

    /** Whether this pass is made for the definitions alone. */
    boolean describing() {
        return reading.describing();
    }

    void error(String key, String rule) {
        reading.error(SettingsPass.join(path, key), rule);
    }

    /** An error, unless one was reported for that key already. */
    void errorOnce(String key, String rule) {
        if (!isWrong(key)) {
            error(key, rule);
        }
    }

    /** Whether an error was reported for that key, so that what follows from it need not be. */
    boolean isWrong(String key) {
        return reading.isWrong(SettingsPass.join(path, key));
    }

    // Single values.

    String text(String key, String fallback, String meaning) {
        return value(key, SettingType.TEXT, fallback, meaning);
    }

    int count(String key, int fallback, String meaning) {
        return value(key, SettingType.COUNT, fallback, meaning);
    }

    double share(String key, double fallback, String meaning) {
        return value(key, SettingType.SHARE, fallback, meaning);
    }

    boolean flag(String key, boolean fallback, String meaning) {
        return value(key, SettingType.FLAG, fallback, meaning);
    }

    Duration duration(String key, Duration fallback, String meaning) {
        return value(key, SettingType.DURATION, fallback, meaning);
    }

    long size(String key, long fallback, String meaning) {
        return value(key, SettingType.SIZE, fallback, meaning);
    }

    int bytes(String key, int fallback, String meaning) {
        return value(key, SettingType.BYTES, fallback, meaning);
    }

    <T> T value(String key, SettingType<T> type, T fallback, String meaning) {
        Object shown = type.print().apply(fallback);
        T read = optional(key, type, shown.equals("") ? "empty" : "`" + shown + "`", meaning);
        if (read == null) {
            effective.put(key, shown);
        }
        return read == null ? fallback : read;
    }

    /** A value whose default depends on other settings, as {@code fallbackText} describes. */
    <T> T derived(String key, SettingType<T> type, T fallback, String fallbackText, String meaning) {
        T read = optional(key, type, fallbackText, meaning);
        if (read == null) {
            Object shown = type.print().apply(fallback);
            // That other setting may be a secret, and would be shown here under another name.
            effective.put(key, reading.isSecret(shown) ? Masked.MASK : shown);
        }
        return read == null ? fallback : read;
    }

    /** A value that may be missing. */
    <T> @Nullable T optional(String key, SettingType<T> type, String fallbackText, String meaning) {
        define(key, type.name(), fallbackText, meaning);
        T read = read(key, type);
        if (read == null) {
            effective.put(key, null);
        }
        return read;
    }

    /** Text there is no default for; empty when it is missing, which is then reported. */
    String required(String key, String meaning) {
        define(key, SettingType.TEXT.name(), "required", meaning);
        String read = read(key, SettingType.TEXT);
        if (read == null && !has(key) && !isWrong(key)) {
            error(key, "must be set: " + meaning);
        }
        return read == null ? "" : read;
    }

    private <T> @Nullable T read(String key, SettingType<T> type) {
        YamlNode value = node.entries().get(key);
        if (value == null || value instanceof YamlNode.Empty) {
            return null;
        }
        SettingsPass.Read<T> read = reading.read(SettingsPass.join(path, key), key, value, type);
        if (read == null) {
            return null;
        }
        effective.put(key, read.shown());
        return read.value();
    }

    /** Keeps out of what is shown the keys that have no value, where only one of several can have one. */
    void forgetUnset() {
        effective.values().removeIf(Objects::isNull);
    }

    // Lists and maps.

    /** A list of texts; empty when it is not set. */
    List<String> texts(String key, String fallbackText, String meaning) {
        List<String> texts = optionalTexts(key, fallbackText, meaning);
        if (texts == null) {
            effective.put(key, List.of());
        }
        return texts == null ? List.of() : texts;
    }

    /** A list of texts; null when it is not set. */
    @Nullable
    List<String> optionalTexts(String key, String fallbackText, String meaning) {
        define(key, "list", fallbackText, meaning);
        if (!has(key)) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        List<Object> shown = new ArrayList<>();
        List<YamlNode> items = sequence(key);
        for (int i = 0; i < items.size(); i++) {
            String at = SettingsPass.join(path, key) + "[" + i + "]";
            reading.placed(at, items.get(i));
            SettingsPass.Read<String> read = reading.read(at, key, items.get(i), SettingType.TEXT);
            if (read != null) {
                texts.add(read.value());
                shown.add(read.shown());
            }
        }
        effective.put(key, shown);
        return texts;
    }

    /** A map whose keys are not ours to know. */
    Map<String, String> free(String key, String meaning) {
        define(key, "map of single values", "`{}`", meaning);
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, Object> shown = new LinkedHashMap<>();
        mapping(key).entries().forEach((name, value) -> {
            String at = SettingsPass.join(SettingsPass.join(path, key), name);
            reading.placed(at, value);
            if (value instanceof YamlNode.Empty) {
                reading.error(at, "has no value; write \"\" if it is meant to be empty");
                return;
            }
            SettingsPass.Read<String> read = reading.read(at, name, value, SettingType.TEXT);
            if (read != null) {
                values.put(name, read.value());
                shown.put(name, read.shown());
            }
        });
        effective.put(key, shown);
        return values;
    }

    /** A mapping within this one. */
    SettingsSection section(String key, String meaning) {
        known.add(key);
        String inner = SettingsPass.join(pattern, key);
        reading.defineSection(inner, meaning);
        SettingsSection section = open(reading, SettingsPass.join(path, key), inner, mapping(key));
        effective.put(key, section.effective);
        return section;
    }

    /** The mappings of a list. */
    List<SettingsSection> items(String key, String meaning) {
        known.add(key);
        String inner = SettingsPass.join(pattern, key) + "[]";
        reading.defineSection(inner, meaning);
        List<YamlNode> items = reading.describing() ? List.of(YamlNode.Mapping.NONE) : sequence(key);
        List<SettingsSection> sections = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            entry(SettingsPass.join(path, key) + "[" + i + "]", inner, items.get(i))
                    .ifPresent(sections::add);
        }
        effective.put(key, sections.stream().map(SettingsSection::effective).toList());
        return sections;
    }

    /**
     * Mappings by a name the user chose.
     *
     * @param shorthand the key of a single value that is written instead of a mapping; null if there is none
     * @param otherwise the names that hold, with nothing but defaults, when the file has none
     */
    Map<String, SettingsSection> named(String key, @Nullable String shorthand, List<String> otherwise, String meaning) {
        known.add(key);
        String inner = SettingsPass.join(SettingsPass.join(pattern, key), "NAME");
        reading.defineSection(inner, meaning);
        Map<String, YamlNode> entries = new LinkedHashMap<>(mapping(key).entries());
        if (entries.isEmpty()) {
            (reading.describing() ? List.of("NAME") : otherwise).forEach(it -> entries.put(it, YamlNode.Mapping.NONE));
        }
        Map<String, SettingsSection> sections = new LinkedHashMap<>();
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        entries.forEach((name, value) -> {
            YamlNode full = value instanceof YamlNode.Scalar scalar && shorthand != null
                    ? new YamlNode.Mapping(scalar.line(), Map.of(shorthand, scalar))
                    : value;
            entry(SettingsPass.join(SettingsPass.join(path, key), name), inner, full)
                    .ifPresent(section -> {
                        sections.put(name, section);
                        shown.put(name, section.effective);
                    });
        });
        effective.put(key, shown);
        return sections;
    }

    /** None when it is no mapping, which is then reported. */
    private Optional<SettingsSection> entry(String at, String inner, YamlNode value) {
        reading.placed(at, value);
        if (value instanceof YamlNode.Empty) {
            return Optional.of(open(reading, at, inner, new YamlNode.Mapping(value.line(), Map.of())));
        }
        if (value instanceof YamlNode.Mapping mapping) {
            return Optional.of(open(reading, at, inner, mapping));
        }
        reading.error(at, "must be a mapping (key: value), not " + value.kind());
        reading.unsure(at);
        return Optional.empty();
    }

    private YamlNode.Mapping mapping(String key) {
        if (!has(key)) {
            return YamlNode.Mapping.NONE;
        }
        if (node.entries().get(key) instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        error(key, "must be a mapping (key: value), not " + kind(key));
        return YamlNode.Mapping.NONE;
    }

    private List<YamlNode> sequence(String key) {
        if (!has(key)) {
            return List.of();
        }
        if (node.entries().get(key) instanceof YamlNode.Sequence sequence) {
            return sequence.items();
        }
        error(key, "must be a list (lines that start with -), not " + kind(key));
        return List.of();
    }

    private String kind(String key) {
        YamlNode value = node.entries().get(key);
        return value == null ? "nothing" : value.kind();
    }

    private void define(String key, String type, String fallback, String meaning) {
        known.add(key);
        reading.define(new Definition(pattern, key, type, fallback, meaning));
    }

    // Records.

    /** The record made of this section; of its defaults, when too much of it is wrong. */
    <T> T build(Function<SettingsSection, T> record) {
        return salvage(record).orElseGet(() -> record.apply(with(YamlNode.Mapping.NONE)));
    }

    /** The record made of this section, if need be without the keys that are wrong, so that the rest is checked too. */
    <T> Optional<T> salvage(Function<SettingsSection, T> record) {
        try {
            return Optional.of(record.apply(this));
        } catch (SettingException e) {
            reading.broken(e, path, UnaryOperator.identity());
            Map<String, YamlNode> rest = new LinkedHashMap<>(node.entries());
            e.violations().forEach(violation -> rest.remove(violation.key()));
            return with(new YamlNode.Mapping(node.line(), rest)).tryBuild(record, UnaryOperator.identity());
        }
    }

    /**
     * The record made of this section; none when it breaks a rule, which is then reported.
     *
     * @param place from where the record believes a key to be to where the file has it
     */
    <T> Optional<T> tryBuild(Function<SettingsSection, T> record, UnaryOperator<String> place) {
        try {
            return Optional.of(record.apply(this));
        } catch (SettingException e) {
            reading.broken(e, path, place);
            reading.unsure(path);
            return Optional.empty();
        }
    }

    private SettingsSection with(YamlNode.Mapping other) {
        return new SettingsSection(reading, path, pattern, other);
    }
}
