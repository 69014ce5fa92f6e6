package dev.hapax.classify.rules;

import dev.hapax.yaml.Nearest;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping of a rule file with the keys it may have; what does not fit becomes a problem, and reads as absent. */
final class RuleSection {

    private final int line;
    private final String where;
    private final Problems problems;
    private final Map<String, YamlNode> values = new LinkedHashMap<>();

    /** @param where the rule or the part of the file, for error messages */
    RuleSection(YamlNode node, String what, List<String> known, String where, Problems problems) {
        this.line = node.line();
        this.where = where;
        this.problems = problems;
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problem(
                    line,
                    "%s must be a mapping with the keys %s, not %s"
                            .formatted(what, String.join(", ", known), node.kind()));
            return;
        }
        mapping.entries().forEach((key, value) -> {
            if (known.contains(key)) {
                values.put(key, value);
            } else {
                problem(value.line(), "unknown key '%s' in %s; %s".formatted(key, what, Nearest.hint(key, known)));
            }
        });
        refuseRepeats(mapping, what);
    }

    void refuseRepeats(YamlNode.Mapping mapping, String what) {
        mapping.repeats()
                .forEach(it -> problem(it.line(), "'%s' stands twice in %s; keep one".formatted(it.key(), what)));
    }

    int line() {
        return line;
    }

    /** The line of the value of a key. */
    int line(String key) {
        YamlNode node = values.get(key);
        return node == null ? line : node.line();
    }

    String where() {
        return where;
    }

    void problem(int at, String what) {
        problems.add(at, where, what);
    }

    @Nullable
    YamlNode get(String key) {
        return values.get(key);
    }

    /** The text of a key, even if YAML parses it as a number; null if there is none. */
    @Nullable
    String text(String key) {
        YamlNode node = values.get(key);
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
            return scalar.text();
        }
        problem(node.line(), "'%s' must be text, not %s".formatted(key, emptyOrKind(node)));
        return null;
    }

    boolean flag(String key) {
        YamlNode node = values.get(key);
        if (node == null) {
            return false;
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.type() == YamlNode.Type.FLAG) {
            return scalar.text().equalsIgnoreCase("true");
        }
        problem(node.line(), "'%s' must be true or false, not %s".formatted(key, shown(node)));
        return false;
    }

    /** A whole number from 0 to 100. */
    int percent(String key, int otherwise) {
        YamlNode node = values.get(key);
        if (node == null) {
            return otherwise;
        }
        if (node instanceof YamlNode.Scalar scalar && scalar.text().matches("[0-9]{1,3}")) {
            int number = Integer.parseInt(scalar.text());
            if (number <= 100) {
                return number;
            }
        }
        problem(node.line(), "'%s' is %s; use a whole number from 0 to 100".formatted(key, shown(node)));
        return otherwise;
    }

    /** The values of a key, written as a list or as a single value; empty if there is none. */
    List<YamlNode.Scalar> scalars(String key) {
        List<YamlNode.Scalar> scalars = new ArrayList<>();
        for (YamlNode item : items(key)) {
            if (item instanceof YamlNode.Scalar scalar) {
                scalars.add(scalar);
            } else {
                problem(item.line(), "'%s' must list plain values; found %s".formatted(key, emptyOrKind(item)));
            }
        }
        return scalars;
    }

    /** What a key lists; one thing that is no list counts as a list of one. */
    List<YamlNode> items(String key) {
        YamlNode node = values.get(key);
        if (node == null) {
            return List.of();
        }
        List<YamlNode> items = node instanceof YamlNode.Sequence sequence ? sequence.items() : List.of(node);
        if (items.isEmpty()) {
            problem(node.line(), "'%s' is an empty list; put something in or remove it".formatted(key));
        }
        return items;
    }

    private static String shown(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()
                ? "'" + ReasonTemplate.clean(scalar.text(), 40) + "'"
                : emptyOrKind(node);
    }

    private static String emptyOrKind(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.text().isBlank() ? "nothing" : node.kind();
    }
}
