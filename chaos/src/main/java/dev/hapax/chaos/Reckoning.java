package dev.hapax.chaos;

import dev.hapax.chaos.Model.Kind;
import dev.hapax.chaos.Model.Outcome;
import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.guarantees.ExactlyOnce;
import dev.hapax.guarantees.NothingLost;
import dev.hapax.guarantees.QuarantineComplete;
import dev.hapax.harness.OutputFact;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Holds what came out against what had to. What had to is worked out from the input as the brokers have it, and not from what was
 * sent: a message whose answer was lost may be there or not.
 */
final class Reckoning {

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final NothingLost nothingLost = new NothingLost();
    private final ExactlyOnce outcomeOnce = new ExactlyOnce();
    private final ExactlyOnce decidedOnce = new ExactlyOnce();
    private final QuarantineComplete quarantine = new QuarantineComplete();
    private final DecisionsUnchanged unchanged;

    /** @param unchanged knows the decisions that were read on the way */
    Reckoning(DecisionsUnchanged unchanged) {
        this.unchanged = unchanged;
    }

    /** @param input each partition in its order */
    void expect(List<ConsumerRecord<byte[], byte[]>> input, Iterable<String> acknowledged, Model model) {
        acknowledged.forEach(nothingLost::onSent);
        for (ConsumerRecord<byte[], byte[]> message : input) {
            String at = OutputFact.place(message);
            Outcome outcome = model.next(message);
            outcomes.merge(outcome, 1, Integer::sum);
            outcomeOnce.onSent(at + " " + outcome.kind());
            if (outcome == Outcome.DECIDED) {
                decidedOnce.onSent(new String(message.key(), StandardCharsets.UTF_8));
            } else if (outcome.isQuarantined()) {
                quarantine.onDue(at, outcome.name(), message.value());
            }
        }
    }

    void sawDecision(ConsumerRecord<byte[], byte[]> decision) {
        sawOutcome(OutputFact.source(decision), Kind.DECIDED);
        decidedOnce.onSeen(OutputFact.identity(decision));
        unchanged.onSeen(OutputFact.identity(decision), OutputFact.content(decision));
    }

    void sawDuplicate(ConsumerRecord<byte[], byte[]> note) {
        sawOutcome(OutputFact.source(note), Kind.HELD_BACK);
    }

    void sawQuarantined(ConsumerRecord<byte[], byte[]> quarantined) {
        String at = OutputFact.sourceOfQuarantined(quarantined);
        sawOutcome(at, Kind.QUARANTINED);
        quarantine.onSeen(at, OutputFact.reason(quarantined), quarantined.value());
    }

    private void sawOutcome(String at, Kind kind) {
        nothingLost.onSeen(at);
        outcomeOnce.onSeen(at + " " + kind);
    }

    /** Without copies, contradictions and poison among them, the checks would hold of little. */
    void requireEveryKind() {
        List<Outcome> missing = Stream.of(Outcome.DECIDED, Outcome.DUPLICATE, Outcome.CONFLICT, Outcome.UNREADABLE)
                .filter(outcome -> !outcomes.containsKey(outcome))
                .toList();
        if (!missing.isEmpty()) {
            throw new AssertionError("no message was " + missing + ": give it more time, or a higher --rate");
        }
    }

    /** How many messages had to have each outcome. */
    Map<Outcome, Integer> outcomes() {
        return outcomes;
    }

    List<Check> checks() {
        return List.of(
                Check.of("nothing lost", nothingLost::verify),
                Check.of("one outcome for each message, the right one", outcomeOnce::verify),
                Check.of("each identity decided once", decidedOnce::verify),
                Check.of("quarantine complete, byte for byte", quarantine::verify),
                Check.of("decisions unchanged", unchanged::verify));
    }
}
