package dev.hapax.classify.rules;

import dev.hapax.rendering.RuleDelivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rule: what a message must be like, what is then said of it, and examples that show it.
 *
 * @param delivery what is then delivered; null for nothing
 */
record Rule(
        RuleResult outcome,
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
}
