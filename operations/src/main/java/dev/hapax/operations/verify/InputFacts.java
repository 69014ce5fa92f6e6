package dev.hapax.operations.verify;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.operations.TopicReader;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.MovedSerde;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Makes facts of the records of the inputs, and of what is on its way to the guard. */
final class InputFacts {

    private final RuleVersions versions;
    private final TopicNumbers topics;
    private final Digests digests;
    private final Consumer<Fact> facts;
    private final MovedSerde moved = new MovedSerde();

    InputFacts(RuleVersions versions, TopicNumbers topics, Digests digests, Consumer<Fact> facts) {
        this.versions = versions;
        this.topics = topics;
        this.digests = digests;
        this.facts = facts;
    }

    /** Takes records of sources and replays; those outside the scope only excuse what is said of them. */
    TopicReader.Visitor inputs(Scope scope) {
        return record -> {
            boolean verified = scope.verifies(new TopicPartition(record.topic(), record.partition()), record.offset());
            facts.accept(input(record, verified, 0));
            versions.seenBesides(record.topic()).forEach(rules -> facts.accept(input(record, verified, rules)));
            return true;
        };
    }

    private Fact input(ConsumerRecord<byte[], byte[]> record, boolean verified, int rules) {
        CurrentReader.Input input = versions.reader(rules).read(record);
        Decision decision = input.decision();
        int flags = Fact.flags(rules) | (verified ? 0 : Fact.OUTSIDE);
        flags |= input.replay() != null && input.replay().silent() ? Fact.SILENT : 0;
        flags |= decision == null ? Fact.REFUSED : 0;
        long digest = decision == null
                ? 0
                : digests.decision(decision.identity().getBytes(StandardCharsets.UTF_8), DecisionSerde.write(decision));
        RecordKind kind = input.replay() == null ? RecordKind.INPUT : RecordKind.REPLAY;
        return new Fact(
                rules == 0 ? kind : RecordKind.BY_OTHER_RULES,
                topics.place(input.about()),
                input.generation(),
                flags,
                digest,
                new PackedPosition(record.partition(), record.offset()),
                record.timestamp());
    }

    /** Takes records of the repartition topic that the guard has not been shown yet. */
    TopicReader.Visitor inFlight() {
        return record -> {
            for (Intake.Arrived arrived : moved.deserialize(record.topic(), record.headers(), record.value())) {
                Arrival arrival = arrived.arrival();
                facts.accept(new Fact(
                        RecordKind.IN_FLIGHT,
                        topics.place(arrival.message().at()),
                        arrival.generation(),
                        0,
                        0,
                        new PackedPosition(record.partition(), record.offset()),
                        arrival.message().timestamp()));
            }
            return true;
        };
    }
}
