package dev.hapax.operations.campaign;

import dev.hapax.yaml.Nearest;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping of a campaign file with the keys it may have; what does not fit becomes a problem, and reads as absent. */
final class CampaignSection {

    private final YamlNode node;
    private final String prefix;
    private final Problems problems;
    private final Map<String, YamlNode> values = new LinkedHashMap<>();

    /**
     * @param prefix in front of its keys in messages
     * @param known empty for any
     */
    CampaignSection(YamlNode node, String prefix, List<String> known, Problems problems) {
        this.node = node;
        this.prefix = prefix;
        this.problems = problems;
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problems.add(
                    node.line(),
                    prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1),
                    "must be a mapping (key: value), not " + node.kind());
            return;
        }
        mapping.entries().forEach((key, value) -> {
            if (known.isEmpty() || known.contains(key)) {
                values.put(key, value);
            } else {
                problems.add(
                        value.line(), prefix + RecipientProblem.shown(key), "is unknown; " + Nearest.hint(key, known));
            }
        });
        mapping.repeats()
                .forEach(it -> problems.add(
                        it.line(), prefix + it.key(), "is already on line " + it.firstLine() + "; keep one"));
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    @Nullable
    YamlNode get(String key) {
        return values.get(key);
    }

    Iterable<String> keys() {
        return values.keySet();
    }

    /** The line of a key; that of the section if it is not there. */
    int line(String key) {
        YamlNode value = values.get(key);
        return value == null ? node.line() : value.line();
    }

    void problem(String key, String what) {
        problems.add(line(key), prefix + key, what);
    }

    /** The text of a key, even if YAML takes it for a number; null if there is none. */
    @Nullable
    String text(String key) {
        YamlNode value = values.get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
            return scalar.text();
        }
        problem(key, "must be text, not " + (value instanceof YamlNode.Scalar ? "nothing" : value.kind()));
        return null;
    }

    @Nullable
    String required(String key, String hint) {
        if (!has(key)) {
            problem(key, "is missing; add " + hint);
        }
        return text(key);
    }

    boolean flag(String key, boolean otherwise) {
        YamlNode value = values.get(key);
        if (value instanceof YamlNode.Scalar scalar && scalar.type() == YamlNode.Type.FLAG) {
            return scalar.text().equalsIgnoreCase("true");
        }
        if (value != null) {
            problem(key, "must be true or false, not " + shown(value));
        }
        return otherwise;
    }

    /** A whole number from 1 on; 0 if there is none. */
    int count(String key) {
        YamlNode value = values.get(key);
        return value == null ? 0 : count(key, value);
    }

    private int count(String key, YamlNode value) {
        if (value instanceof YamlNode.Scalar scalar && scalar.text().matches("0*[1-9][0-9]{0,8}")) {
            return Integer.parseInt(scalar.text());
        }
        problems.add(value.line(), prefix + key, "must be a whole number from 1 to 999999999, not " + shown(value));
        return 0;
    }

    List<Integer> counts(String key) {
        YamlNode value = values.get(key);
        List<Integer> counts = new ArrayList<>();
        if (value instanceof YamlNode.Sequence sequence) {
            sequence.items().forEach(item -> counts.add(count(key, item)));
        } else if (value != null) {
            problem(key, "must be a list such as [100, 500, 2000], not " + shown(value));
        }
        return counts;
    }

    /** A number from 0 to 1. */
    double share(String key, double otherwise) {
        YamlNode value = values.get(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof YamlNode.Scalar scalar && scalar.text().matches("0|1|0?\\.[0-9]+|1\\.0+|0\\.0+")) {
            return Double.parseDouble(scalar.text());
        }
        problem(key, "must be a number from 0 to 1, such as 0.2, not " + shown(value));
        return otherwise;
    }

    private static String shown(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar
                ? scalar.text().isBlank() ? "nothing" : "'" + RecipientProblem.shown(scalar.text()) + "'"
                : node.kind();
    }
}
