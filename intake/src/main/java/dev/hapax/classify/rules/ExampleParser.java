package dev.hapax.classify.rules;

import dev.hapax.classify.rules.Rule.Example;
import dev.hapax.domain.Value;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the examples beside a rule. */
final class ExampleParser {

    private static final List<String> KEYS = List.of("match", "no-match", "description");

    private ExampleParser() {}

    static List<Example> parse(RuleSection rule, Problems problems) {
        List<Example> examples = new ArrayList<>();
        for (YamlNode item : rule.items("examples")) {
            RuleSection section = new RuleSection(item, "an example", KEYS, rule.where(), problems);
            YamlNode match = section.get("match");
            YamlNode noMatch = section.get("no-match");
            if ((match == null) == (noMatch == null)) {
                section.problem(item.line(), "an example has either 'match' or 'no-match'; write one of them");
            } else if (match != null) {
                examples.add(new Example(item.line(), true, fields(section, match)));
            } else if (noMatch != null) {
                examples.add(new Example(item.line(), false, fields(section, noMatch)));
            }
        }
        return examples;
    }

    private static Map<String, Value> fields(RuleSection section, YamlNode node) {
        Map<String, Value> fields = new LinkedHashMap<>();
        if (!(node instanceof YamlNode.Mapping mapping)) {
            section.problem(
                    node.line(),
                    "an example is written as fields, such as {subject: \"Payment failed\"}, not as " + node.kind());
            return fields;
        }
        section.refuseRepeats(mapping, "an example");
        mapping.entries().forEach((key, value) -> {
            if (value instanceof YamlNode.Scalar scalar) {
                fields.put(key, value(scalar));
            } else if (value instanceof YamlNode.Empty) {
                fields.put(key, new Value.Nothing());
            } else {
                section.problem(
                        value.line(),
                        "the field '%s' of an example must be text, a number, true, false or null, not %s"
                                .formatted(key, value.kind()));
            }
        });
        return fields;
    }

    private static Value value(YamlNode.Scalar scalar) {
        return switch (scalar.type()) {
            case TEXT -> new Value.Text(scalar.text());
            case FLAG -> new Value.Flag(scalar.text().equalsIgnoreCase("true"));
            case NUMBER -> number(scalar.text());
        };
    }

    /** Text where YAML knows a way to write numbers that JSON does not (0x1F, 1_000). */
    private static Value number(String text) {
        return text.matches("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,9})?")
                ? new Value.Amount(new BigDecimal(text))
                : new Value.Text(text);
    }
}
