package dev.hapax.config;

import dev.hapax.config.SettingException.Violation;
import dev.hapax.yaml.Nearest;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import dev.hapax.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pass over a settings file: the keys that were defined, the place of each value, and all errors. */
final class SettingsPass {

    private final Problems problems;
    private final Placeholders placeholders;
    private final boolean describing;
    /** Sections no record could be made of: what compares with them cannot be judged. */
    private final Set<String> unsure = new LinkedHashSet<>();

    private final Set<Object> secrets = new HashSet<>();
    private final Map<String, YamlNode> nodes = new HashMap<>();
    private final Map<String, String> sections = new LinkedHashMap<>();
    private final Map<String, Definition> definitions = new LinkedHashMap<>();
    private final List<SettingsSection> opened = new ArrayList<>();

    /** @param describing whether this pass is made for the definitions alone, and wants those of empty lists too */
    SettingsPass(Problems problems, Placeholders placeholders, boolean describing) {
        this.problems = problems;
        this.placeholders = placeholders;
        this.describing = describing;
    }

    static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    boolean describing() {
        return describing;
    }

    void define(Definition definition) {
        definitions.putIfAbsent(definition.path(), definition);
    }

    void defineSection(String pattern, String meaning) {
        sections.putIfAbsent(pattern, meaning);
    }

    /** Patterns of the sections and what each is for, in the order they were opened. */
    Map<String, String> sections() {
        return sections;
    }

    List<Definition> definitions() {
        return List.copyOf(definitions.values());
    }

    void opened(SettingsSection section) {
        opened.add(section);
    }

    void placed(String path, YamlNode node) {
        nodes.put(path, node);
        if (node instanceof YamlNode.Mapping mapping) {
            mapping.repeats()
                    .forEach(it -> error(
                            it.line(),
                            join(path, it.key()),
                            null,
                            "is given twice, first on line " + it.firstLine() + "; keep one"));
        }
    }

    /** @param shown the value as it may be printed, masked when it is a secret */
    record Read<T>(T value, Object shown) {}

    /** Reads a single value. Null when that fails, which is then reported. */
    <T> @Nullable Read<T> read(String path, String key, YamlNode node, SettingType<T> type) {
        if (!(node instanceof YamlNode.Scalar scalar)) {
            error(path, "must be a single value (" + type.name() + "), not " + node.kind());
            return null;
        }
        try {
            Placeholders.Resolved resolved = placeholders.resolve(scalar.text());
            T value = type.parse().apply(resolved.text());
            Object shown = type.print().apply(value);
            if (resolved.secret()) {
                secrets.add(shown);
            }
            boolean masked = resolved.secret() || Masked.isSecret(key, resolved.text());
            return new Read<>(value, masked ? Masked.MASK : shown);
        } catch (IllegalArgumentException e) {
            error(path, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Whether a placeholder stood for it, so that it is not shown where another setting takes it over. */
    boolean isSecret(Object shown) {
        return secrets.contains(shown);
    }

    /** @param value as the file has it, placeholders unresolved and secrets masked; null if there is none to show */
    private void error(int line, String path, @Nullable String value, String rule) {
        problems.add(line, Shown.key(path), (value == null ? "" : value + " ") + rule);
    }

    /** An error about the value at that path, or about its absence. */
    void error(String path, String rule) {
        error(lineOf(path), path, Shown.of(path, nodes.get(path)), rule);
    }

    /** An error about a value that is not the file's, but what holds when the key is not set. */
    private void errorInDefault(String path, String rule) {
        Definition definition = definitions.get(path.replaceAll("\\[\\d+]", "[]"));
        String shown = definition == null ? null : "(default: " + definition.fallback() + ")";
        error(lineOf(path), path, shown, rule);
    }

    /**
     * The rules a record found broken, except where they follow from an error reported before.
     *
     * @param place from where the record believes a key to be to where the file has it
     */
    void broken(SettingException exception, String section, UnaryOperator<String> place) {
        List<YamlProblem> before = problems.inOrder();
        for (Violation violation : exception.violations()) {
            String path = place.apply(join(section, violation.key()));
            boolean follows = Stream.concat(Stream.of(violation.key()), violation.comparedWith().stream())
                    .map(key -> place.apply(join(section, key)))
                    .anyMatch(key -> isUnsure(key) || before.stream().anyMatch(it -> isWithin(key, it.where())));
            if (follows) {
                continue;
            }
            if (nodes.get(path) == null || nodes.get(path) instanceof YamlNode.Empty) {
                errorInDefault(path, violation.rule());
            } else {
                error(path, violation.rule());
            }
        }
    }

    boolean isWrong(String path) {
        return problems.inOrder().stream().anyMatch(it -> isWithin(path, it.where()));
    }

    void unsure(String path) {
        unsure.add(path);
    }

    private boolean isUnsure(String key) {
        return unsure.stream().anyMatch(it -> isWithin(key, it) || parentOf(it).equals(key));
    }

    private static boolean isWithin(String path, String ancestor) {
        return path.equals(ancestor) || path.startsWith(ancestor + ".") || path.startsWith(ancestor + "[");
    }

    private static String parentOf(String path) {
        return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }

    private int lineOf(String path) {
        String at = path;
        while (!at.isEmpty()) {
            YamlNode node = nodes.get(at);
            if (node != null) {
                return node.line();
            }
            at = parentOf(at);
        }
        return 0;
    }

    /** Reports the keys that nothing has read. */
    void reportUnknownKeys() {
        opened.forEach(section -> section.unknownKeys().forEach(key -> {
            String path = join(section.path(), key);
            String meant = meant(section, key);
            YamlNode node = nodes.get(path);
            error(
                    node == null ? 0 : node.line(),
                    path,
                    null,
                    "is not a setting"
                            + (meant == null
                                    ? "; known here: " + String.join(", ", section.known())
                                    : "; did you mean " + meant + "?"));
        }));
    }

    private @Nullable String meant(SettingsSection section, String key) {
        String near = Nearest.to(key, section.known());
        return near != null
                ? near
                : definitions.values().stream()
                        .filter(definition -> definition.key().equals(key))
                        .map(Definition::path)
                        .findFirst()
                        .orElse(null);
    }

    /**
     * The entry of one key in the reference, written by the code that reads the key.
     *
     * @param section the pattern of the section, such as {@code guard} or {@code sources[]}; empty for the top level
     * @param fallback what holds when the key is not set, as the reference shows it
     */
    record Definition(String section, String key, String type, String fallback, String meaning) {

        String path() {
            return SettingsPass.join(section, key);
        }
    }
}
