package dev.hapax.app;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.source.Source;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of one message outside Kafka: a decision or a refusal, as text and as JSON. */
record Judged(@Nullable Decision decision, @Nullable Refusal refusal) {

    static Judged of(Source source, Message message) {
        Intake intake = source.read(message, 0, 0);
        if (intake instanceof Outcome.Refused refused) {
            return new Judged(null, refused.refusal());
        }
        Arrival arrival = ((Intake.Arrived) intake).arrival();
        try {
            return new Judged(source.decide(arrival), null);
        } catch (RefusedException e) {
            return new Judged(
                    null,
                    Refusal.of(arrival, e.reason(), Phase.CLASSIFY, String.valueOf(e.getMessage()), e.getCause()));
        }
    }

    boolean quarantined() {
        return refusal != null;
    }

    Map<String, @Nullable Object> fields(String title) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (!title.isEmpty()) {
            fields.put("file", title);
        }
        if (decision != null) {
            fields.put("outcome", "decision");
            fields.put("identity", decision.identity());
            fields.put("fingerprint", decision.fingerprint().toString());
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
        return fields;
    }

    String text(String title) {
        StringBuilder text = new StringBuilder();
        fields(title).forEach((name, value) -> {
            if (value != null) {
                text.append(String.format("%-12s %s%n", name, value));
            }
        });
        return text.append(title.isEmpty() ? "" : "\n").toString();
    }
}
