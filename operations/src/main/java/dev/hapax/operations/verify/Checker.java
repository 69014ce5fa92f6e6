package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Finding.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks messages one after the other, from facts sorted by message: that each came out, once, and as what it is. */
final class Checker {

    private final int replaysTopic;
    private final Retention retention;
    private final VerifyCounts ledger;
    private final Findings findings;
    private final DecisionCheck decisions;
    private MessageFacts group = new MessageFacts();
    private @Nullable Fact last;

    Checker(int replaysTopic, Retention retention, VerifyCounts ledger, Findings findings) {
        this.replaysTopic = replaysTopic;
        this.retention = retention;
        this.ledger = ledger;
        this.findings = findings;
        this.decisions = new DecisionCheck(retention, ledger, findings);
    }

    void accept(Fact fact) {
        if (last != null && !last.sameMessage(fact)) {
            end();
        }
        group.add(fact);
        last = fact;
    }

    /** No more facts of the message shown last. */
    void end() {
        if (last != null) {
            check(group);
            group = new MessageFacts();
            last = null;
        }
    }

    private void check(MessageFacts message) {
        if (!message.hasInput()) {
            message.outputs().forEach(this::withoutInput);
        } else if (!message.inputs().isEmpty()) {
            account(message);
            conflicts(message);
            decisions.check(message);
        }
    }

    private void withoutInput(Fact output) {
        if (retention.mayHaveTakenInput(output)) {
            ledger.unknownOutputs(1);
        } else {
            findings.add(Finding.of(Fault.NO_INPUT, output));
        }
    }

    /** Gives each input one of the outcomes. Those that are left over come of offsets that were rewound. */
    private void account(MessageFacts message) {
        int left = message.inputs().size();
        int admitted =
                Math.min(left, Math.min(1, message.of(RecordKind.DECISION).size()));
        left -= admitted;
        int quarantined = Math.min(left, message.of(RecordKind.QUARANTINE).size());
        left -= quarantined;
        int duplicates = Math.min(left, message.of(RecordKind.DUPLICATE).size());
        left -= duplicates;
        boolean first =
                admitted + quarantined + duplicates > 0 || message.inputs().size() < inputsEver(message);
        // Something is delivered again only after it has come to something else.
        int redeliveries = Math.min(
                first ? left : left - 1, message.of(RecordKind.REDELIVERY).size());
        redeliveries = Math.max(0, redeliveries);
        left -= redeliveries;
        int inFlight = Math.min(left, message.of(RecordKind.IN_FLIGHT).size());
        left -= inFlight;

        List<Fact> missing = new ArrayList<>();
        int unknown = 0;
        for (Fact input : message.inputs()
                .subList(message.inputs().size() - left, message.inputs().size())) {
            if (input.time() < retention.outcomes()) {
                unknown++;
            } else {
                missing.add(input);
            }
        }
        missing.forEach(input -> findings.add(lost(input, message)));
        ledger.add(
                readFrom(message.inputs().get(0)),
                new Count(
                        message.inputs().size(),
                        admitted,
                        duplicates,
                        redeliveries,
                        quarantined,
                        inFlight,
                        unknown,
                        missing.size()));
        long outcomes = message.outputs().stream()
                .filter(output -> output.kind().outcome())
                .count();
        int secondDecisions = Math.max(0, message.of(RecordKind.DECISION).size() - 1);
        ledger.again((int) outcomes - admitted - quarantined - duplicates - redeliveries - secondDecisions);
    }

    private static int inputsEver(MessageFacts message) {
        return message.of(RecordKind.INPUT).size()
                + message.of(RecordKind.REPLAY).size();
    }

    private static Finding lost(Fact input, MessageFacts message) {
        return message.has(RecordKind.REDELIVERY)
                ? Finding.of(
                        Fault.ONLY_A_REDELIVERY,
                        input,
                        message.of(RecordKind.REDELIVERY).get(0))
                : Finding.of(Fault.NO_OUTCOME, input);
    }

    /** All inputs of one message are in one partition: copies of a replay have one key. */
    private long readFrom(Fact input) {
        return input.kind() == RecordKind.REPLAY
                ? RecordPosition.partitionKey(replaysTopic, input.at().partition())
                : input.about().partitionKey();
    }

    private void conflicts(MessageFacts message) {
        List<Fact> excluding = new ArrayList<>();
        if (message.has(RecordKind.DECISION)) {
            excluding.add(message.of(RecordKind.DECISION).get(0));
        }
        if (message.has(RecordKind.DUPLICATE)) {
            excluding.add(message.of(RecordKind.DUPLICATE).get(0));
        }
        // Read again when the guard has forgotten it, a message is late, and that says nothing against what it was.
        message.of(RecordKind.QUARANTINE).stream()
                .filter(held -> !held.is(Fact.LATE))
                .findFirst()
                .ifPresent(excluding::add);
        if (excluding.size() > 1) {
            Fact shown = excluding.get(0);
            findings.add(new Finding(
                    Fault.TWO_OUTCOMES,
                    shown.about(),
                    shown.generation(),
                    Trace.of(shown),
                    Trace.of(excluding.get(1))));
        }
    }
}
