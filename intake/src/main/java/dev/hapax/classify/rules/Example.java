package dev.hapax.classify.rules;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.Map;

/** A message written beside a rule to show what the rule does with it. */
record Example(int line, boolean match, Map<String, Value> fields) {

    Content content() {
        return fields::get;
    }
}
