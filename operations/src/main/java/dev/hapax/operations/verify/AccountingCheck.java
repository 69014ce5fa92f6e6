package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.Finding.Trace;
import dev.hapax.operations.verify.Verification.Count;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks from facts sorted by message that each message has one outcome, and the right one. */
final class AccountingCheck {

    private final int replaysTopic;
    private final Retention retention;
    private final Results results;
    private final DecisionCheck decisions;
    private MessageFacts group = new MessageFacts();
    private @Nullable Fact last;

    AccountingCheck(int replaysTopic, Retention retention, Results results) {
        this.replaysTopic = replaysTopic;
        this.retention = retention;
        this.results = results;
        this.decisions = new DecisionCheck(retention, results);
    }

    void accept(Fact fact) {
        if (last != null && !last.sameMessage(fact)) {
            end();
        }
        group.add(fact);
        last = fact;
    }

    /** Call this after the last fact. */
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
            results.unknownOutput();
        } else {
            results.add(Finding.of(Fault.NO_INPUT, output));
        }
    }

    /** Assigns one outcome to each input. Outcomes that are left over come from offsets that were rewound. */
    private void account(MessageFacts message) {
        int left = message.inputs().size();
        int admitted = Math.min(left, Math.min(1, message.of(Kind.DECISION).size()));
        left -= admitted;
        int quarantined = Math.min(left, message.of(Kind.QUARANTINE).size());
        left -= quarantined;
        int duplicates = Math.min(left, message.of(Kind.DUPLICATE).size());
        left -= duplicates;
        boolean first =
                admitted + quarantined + duplicates > 0 || message.inputs().size() < inputsEver(message);
        // A redelivery always follows another outcome.
        int redeliveries =
                Math.min(first ? left : left - 1, message.of(Kind.REDELIVERY).size());
        redeliveries = Math.max(0, redeliveries);
        left -= redeliveries;
        int inFlight = Math.min(left, message.of(Kind.IN_FLIGHT).size());
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
        missing.forEach(input -> results.add(lost(input, message)));
        results.add(
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
        int secondDecisions = Math.max(0, message.of(Kind.DECISION).size() - 1);
        results.again((int) outcomes - admitted - quarantined - duplicates - redeliveries - secondDecisions);
    }

    private static int inputsEver(MessageFacts message) {
        return message.of(Kind.INPUT).size() + message.of(Kind.REPLAY).size();
    }

    private static Finding lost(Fact input, MessageFacts message) {
        return message.has(Kind.REDELIVERY)
                ? Finding.of(
                        Fault.ONLY_A_REDELIVERY,
                        input,
                        message.of(Kind.REDELIVERY).get(0))
                : Finding.of(Fault.NO_OUTCOME, input);
    }

    /** All inputs of one message are in one partition, because copies of a replay have the same key. */
    private long readFrom(Fact input) {
        return input.kind() == Kind.REPLAY
                ? RecordPosition.partitionKey(replaysTopic, input.at().partition())
                : input.about().partitionKey();
    }

    private void conflicts(MessageFacts message) {
        List<Fact> excluding = new ArrayList<>();
        if (message.has(Kind.DECISION)) {
            excluding.add(message.of(Kind.DECISION).get(0));
        }
        if (message.has(Kind.DUPLICATE)) {
            excluding.add(message.of(Kind.DUPLICATE).get(0));
        }
        // A message that is read again after the guard forgot it is late, which does not contradict its first outcome.
        message.of(Kind.QUARANTINE).stream()
                .filter(held -> !held.is(Fact.LATE))
                .findFirst()
                .ifPresent(excluding::add);
        if (excluding.size() > 1) {
            Fact shown = excluding.get(0);
            results.add(new Finding(
                    Fault.TWO_OUTCOMES,
                    shown.about(),
                    shown.generation(),
                    Trace.of(shown),
                    Trace.of(excluding.get(1))));
        }
    }

    /** All facts about one message under one generation. */
    static final class MessageFacts {

        private final Map<Kind, List<Fact>> facts = new EnumMap<>(Kind.class);
        private final List<Fact> inputs = new ArrayList<>();

        void add(Fact fact) {
            facts.computeIfAbsent(fact.kind(), kind -> new ArrayList<>()).add(fact);
            if (fact.kind().input() && !fact.is(Fact.OUTSIDE)) {
                inputs.add(fact);
            }
        }

        /** The verified inputs: one, unless a replay was written more than once. */
        List<Fact> inputs() {
            return inputs;
        }

        /** These inputs as a version decides them. */
        List<Fact> judgedBy(int rules) {
            return rules == 0
                    ? inputs
                    : of(Kind.BY_OTHER_RULES).stream()
                            .filter(input -> input.rules() == rules && !input.is(Fact.OUTSIDE))
                            .toList();
        }

        /** Whether any input is known, verified or not. */
        boolean hasInput() {
            return has(Kind.INPUT) || has(Kind.REPLAY);
        }

        List<Fact> of(Kind kind) {
            return facts.getOrDefault(kind, List.of());
        }

        boolean has(Kind kind) {
            return !of(kind).isEmpty();
        }

        /** Everything that was published about it. */
        List<Fact> outputs() {
            return facts.entrySet().stream()
                    .filter(entry -> entry.getKey().outcome() || entry.getKey() == Kind.ALERT)
                    .flatMap(entry -> entry.getValue().stream())
                    .toList();
        }
    }
}
