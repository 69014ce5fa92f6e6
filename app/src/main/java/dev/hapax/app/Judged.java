package dev.hapax.app;

import dev.hapax.classify.RuleExplanation;
import dev.hapax.config.DeliverySettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.source.Source;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of one message outside Kafka: a decision or a refusal, as text and as JSON. */
record Judged(
        @Nullable Decision decision,
        @Nullable Refusal refusal,
        boolean readsEventTime,
        List<RuleExplanation> rules,
        @Nullable ExplainedDelivery delivery) {

    /** @param explain whether to explain what each rule answers, and what would be delivered */
    static Judged of(Source source, Message message, boolean explain, DeliverySettings deliveries) {
        Intake intake = source.read(message, 0, 0);
        if (intake instanceof Outcome.Refused refused) {
            return new Judged(null, refused.refusal(), source.readsEventTime(), List.of(), null);
        }
        Arrival arrival = ((Intake.Arrived) intake).arrival();
        List<RuleExplanation> rules = explain ? explain(source, message) : List.of();
        try {
            Decision decision = source.decide(arrival);
            return new Judged(
                    decision,
                    null,
                    source.readsEventTime(),
                    rules,
                    explain ? ExplainedDelivery.of(source, message, decision, deliveries) : null);
        } catch (RefusedException e) {
            return new Judged(
                    null,
                    Refusal.of(arrival, e.reason(), Phase.CLASSIFY, String.valueOf(e.getMessage()), e.getCause()),
                    source.readsEventTime(),
                    rules,
                    null);
        }
    }

    private static List<RuleExplanation> explain(Source source, Message message) {
        try {
            return source.classifier().explain(source.reader().content(message));
        } catch (RefusedException e) {
            // The decision has the same reason, and shows it.
            return List.of();
        }
    }

    boolean quarantined() {
        return refusal != null;
    }

    /**
     * @param where what the title is: a file, a line
     * @param title empty for none
     */
    Map<String, @Nullable Object> fields(String where, String title) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!title.isEmpty()) {
            fields.put(where, title);
        }
        if (decision != null) {
            fields.put("outcome", "decision");
            fields.put("identity", decision.identity());
            fields.put("fingerprint", decision.fingerprint().toString());
            if (readsEventTime) {
                fields.put(
                        "eventTime", Instant.ofEpochMilli(decision.eventTime()).toString());
            }
            fields.put("label", decision.judgement().label());
            fields.put("important", decision.judgement().important());
            fields.put("score", decision.judgement().score());
            fields.put("reason", decision.judgement().reason());
            fields.put("rule", decision.judgement().rule());
            fields.put("classifier", decision.classifier());
        } else if (refusal != null) {
            fields.put("outcome", "quarantine");
            fields.put("identity", refusal.identity());
            fields.put(
                    "fingerprint",
                    refusal.fingerprint() == null ? null : refusal.fingerprint().toString());
            fields.put("quarantine", refusal.reason().name());
            fields.put("disposition", refusal.reason().disposition().name());
            fields.put("phase", refusal.phase().code());
            fields.put("nextAction", refusal.reason().nextAction().code());
            fields.put("explanation", refusal.explanation());
        }
        if (delivery != null) {
            fields.put("delivery", delivery.all());
        }
        if (!rules.isEmpty()) {
            fields.put("rules", rules.stream().map(Judged::fields).toList());
        }
        return fields;
    }

    private static Map<String, Object> fields(RuleExplanation rule) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rule", rule.rule());
        fields.put("priority", rule.priority());
        fields.put("matches", rule.answer().name().toLowerCase(Locale.ROOT));
        fields.put("nearly", rule.nearly());
        fields.put("decides", rule.decides());
        fields.put("held", rule.held());
        fields.put("failed", rule.failed());
        return fields;
    }

    String text(String where, String title) {
        StringBuilder text = new StringBuilder();
        fields(where, title).forEach((name, value) -> {
            if (value != null && !name.equals("rules") && !name.equals("delivery")) {
                text.append(String.format("%-12s %s%n", name, value));
            }
        });
        if (delivery != null) {
            delivery.print(text);
        }
        explain(text);
        return text.append(title.isEmpty() ? "" : "\n").toString();
    }

    /** The rules that match or nearly do; the others have nothing in common with the message. */
    private void explain(StringBuilder text) {
        if (rules.isEmpty()) {
            return;
        }
        long matched = rules.stream()
                .filter(rule -> rule.answer() == RuleExplanation.Answer.YES)
                .count();
        long nearly = rules.stream().filter(RuleExplanation::nearly).count();
        text.append(String.format("%-12s %d: %d matched, %d nearly%n", "rules", rules.size(), matched, nearly));
        for (RuleExplanation rule : rules) {
            if (rule.answer() == RuleExplanation.Answer.NO && !rule.nearly()) {
                continue;
            }
            text.append(String.format("  %s (priority %d): %s%n", rule.rule(), rule.priority(), summary(rule)));
            rule.held().forEach(condition -> text.append(String.format("    yes  %s%n", condition)));
            rule.failed().forEach(condition -> text.append(String.format("    no   %s%n", condition)));
        }
    }

    private static String summary(RuleExplanation rule) {
        if (rule.decides()) {
            return "decides";
        }
        return switch (rule.answer()) {
            case YES -> "matches, but a rule of higher priority comes first";
            case UNDECIDED -> "cannot be decided";
            case NO -> "does not match";
        };
    }
}
