package dev.hapax.classify.rules;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** Messages and rules as tests write them. */
final class Given {

    private Given() {}

    /** Field, value, field, value; strings, numbers as {@link BigDecimal} or int, flags. */
    static Content message(Object... fieldsAndValues) {
        Map<String, Value> fields = new HashMap<>();
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            fields.put((String) fieldsAndValues[i], value(fieldsAndValues[i + 1]));
        }
        return fields::get;
    }

    private static Value value(Object written) {
        if (written instanceof Value value) {
            return value;
        }
        if (written instanceof Boolean flag) {
            return new Value.Flag(flag);
        }
        if (written instanceof Integer number) {
            return new Value.Amount(BigDecimal.valueOf(number));
        }
        return written instanceof BigDecimal number ? new Value.Amount(number) : new Value.Text((String) written);
    }

    /** A rule set of one rule, called {@code it}. */
    static RulesClassifier rule(String when) {
        return rules("  - id: it\n    label: it\n    when: " + when + "\n");
    }

    static RulesClassifier rules(String rules) {
        return new RulesClassifier(RuleSet.parse("version: 1\nrules:\n" + rules, "test.yaml"));
    }

    static RuleSet ruleSet(String text) {
        return RuleSet.parse(text, "test.yaml");
    }
}
