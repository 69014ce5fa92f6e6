package dev.hapax.classify.rules;

import java.util.List;

/** One rule: what a message must be like, what is then said of it, and examples that show it. */
record Rule(RuleResult outcome, int priority, Criterion when, List<Example> examples) {

    String id() {
        return outcome.rule();
    }

    void describe(RuleSetDigest form) {
        outcome.describe(form);
        form.number(priority);
        when.describe(form);
    }
}
