package dev.hapax.operations.verify;

import dev.hapax.operations.verify.AccountingCheck.MessageFacts;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import java.util.List;

/** Checks what was decided of a message: once, as the rules decide that made it, and with an alert if it is important. */
final class DecisionCheck {

    private final Retention retention;
    private final Results results;

    DecisionCheck(Retention retention, Results results) {
        this.retention = retention;
        this.results = results;
    }

    void check(MessageFacts message) {
        List<Fact> decisions = message.of(Kind.DECISION);
        List<Fact> alerts = message.of(Kind.ALERT);
        for (int i = 1; i < decisions.size(); i++) {
            results.add(Finding.of(Fault.DECIDED_TWICE, decisions.get(i), decisions.get(0)));
        }
        for (int i = 1; i < alerts.size(); i++) {
            results.add(Finding.of(Fault.ALERTED_TWICE, alerts.get(i), alerts.get(0)));
        }
        decisions.forEach(decision -> decidedSo(decision, message));
        results.alerts(alerts.size());
        alerts.forEach(alert -> alertedRightly(alert, message));
        if (alerts.isEmpty()) {
            alerted(message);
        }
    }

    private void decidedSo(Fact decision, MessageFacts message) {
        if (decision.is(Fact.UNREADABLE)) {
            results.add(Finding.of(Fault.NOT_READABLE, decision));
        } else if (!decision.is(Fact.SAME_RULES)) {
            results.otherRules();
        } else if (message.judgedBy(decision.rules()).stream().allMatch(input -> input.is(Fact.REFUSED))) {
            results.add(
                    Finding.of(Fault.NOT_DECIDABLE, decision, message.inputs().get(0)));
        } else if (!expected(decision, message)) {
            results.add(
                    Finding.of(Fault.OTHER_DECISION, decision, message.inputs().get(0)));
        }
    }

    /** Copies of a replay may differ where it was edited between; the decision is one of theirs. */
    private static boolean expected(Fact decision, MessageFacts message) {
        return message.judgedBy(decision.rules()).stream()
                .anyMatch(input -> !input.is(Fact.REFUSED) && input.digest() == decision.digest());
    }

    private void alertedRightly(Fact alert, MessageFacts message) {
        List<Fact> decisions = message.of(Kind.DECISION);
        if (decisions.isEmpty()) {
            if (alert.time() < retention.decisions()) {
                results.unknownOutput();
            } else {
                results.add(Finding.of(Fault.ALERT_WITHOUT_DECISION, alert));
            }
        } else if (decisions.stream().anyMatch(decision -> decision.digest() == alert.digest())) {
            if (!alert.is(Fact.IMPORTANT)) {
                results.add(Finding.of(Fault.ALERT_OF_UNIMPORTANT, alert, decisions.get(0)));
            }
        } else if (!expected(alert, message)) {
            // Otherwise it is the decision that was changed, which has been said.
            results.add(Finding.of(Fault.ALERT_DIFFERS, alert, decisions.get(0)));
        }
    }

    private void alerted(MessageFacts message) {
        if (message.inputs().stream().anyMatch(input -> input.is(Fact.SILENT))) {
            return;
        }
        message.of(Kind.DECISION).stream()
                .filter(decision -> decision.is(Fact.IMPORTANT))
                .findFirst()
                .ifPresent(decision -> {
                    if (decision.time() >= retention.alerts()) {
                        results.add(Finding.of(Fault.ALERT_MISSING, decision));
                    } else {
                        results.unknownAlert();
                    }
                });
    }
}
