package dev.hapax.classify.rules;

import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import dev.hapax.rendering.RuleDelivery;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One rule: the criteria of a message, the result if they hold, and examples.
 *
 * @param delivery what is then delivered; null for nothing
 */
record Rule(
        Result outcome,
        int priority,
        Criterion when,
        List<Example> examples,
        @Nullable RuleDelivery delivery) {

    String id() {
        return outcome.rule();
    }

    void describe(RuleSetDigest form) {
        outcome.describe(form);
        form.number(priority);
        when.describe(form);
        if (delivery != null) {
            // Only where there is one, so that versions of rules without deliveries stay as they are.
            form.list(delivery.form(), form::text);
        }
    }

    /** The result for a message that a rule, or none, has matched. */
    record Result(String rule, String label, boolean important, int score, ReasonTemplate reason) {

        /** The name of the outcome if no rule matches. No rule may have this name. */
        static final String DEFAULT = "default";

        Judgement of(MessageView reading) {
            return new Judgement(label, important, score, reason.fill(reading), rule);
        }

        void describe(RuleSetDigest form) {
            form.text(rule)
                    .text(label)
                    .text(Boolean.toString(important))
                    .number(score)
                    .text(reason.text());
        }
    }

    /** A message written beside a rule to show what the rule does with it. */
    record Example(int line, boolean match, Map<String, Value> fields) {

        Content content() {
            return fields::get;
        }
    }
}
