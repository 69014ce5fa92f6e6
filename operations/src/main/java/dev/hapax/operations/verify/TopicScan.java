package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import dev.hapax.operations.verify.Verifier.Period;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.MovedSerde;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads inputs and outputs onto the workbench. The order matters while instances run: it gets the committed offsets before the ends
 * of the outputs, so that the outputs of everything committed are within those ends.
 */
final class TopicScan {

    private final Settings settings;
    private final Offsets offsets;
    private final TopicReader reader;
    private final Workbench bench;
    private final Progress progress;
    private final RuleVersions versions;
    private final MovedSerde moved = new MovedSerde();

    TopicScan(
            Settings settings,
            Offsets offsets,
            TopicReader reader,
            Workbench bench,
            RuleVersions versions,
            Progress progress) {
        this.settings = settings;
        this.offsets = offsets;
        this.reader = reader;
        this.bench = bench;
        this.versions = versions;
        this.progress = progress;
    }

    /** The topics from which an instance reads messages. */
    static Set<String> inputTopics(Settings settings) {
        Set<String> topics = new TreeSet<>();
        settings.sources().stream().map(SourceSettings::topic).forEach(topics::add);
        topics.add(settings.topic(Topic.REPLAYS));
        return topics;
    }

    Scope read(Period period, Instant now) {
        Map<TopicPartition, Long> committed = committed();
        // Before the ends of the outputs: a message that has left the repartition topic by then has its output before
        // them.
        inFlight(committed);
        Map<TopicPartition, Range> outputs = outputs();
        Scope scope = scope(period, committed);

        // The outputs first, because they name the versions by which the inputs must be judged.
        reader.read(outputs, progress, new OutputFacts(settings, scope, period, now, versions, bench));
        reader.read(toRead(scope), progress, inputs(scope));
        commands();
        return scope;
    }

    private Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> committed = offsets.committed(settings.applicationId());
        if (committed.isEmpty()) {
            throw new OperationException("application " + settings.applicationId()
                    + " has committed nothing, so there is nothing to verify: check application-id, and that an"
                    + " instance has run; offsets of one that has not run for long expire");
        }
        return committed;
    }

    private void inFlight(Map<TopicPartition, Long> committed) {
        String topic = settings.topic(Topic.REPARTITION);
        if (offsets.topics().contains(topic)) {
            List<TopicPartition> partitions = reader.partitions(topic);
            reader.read(
                    Scope.between(offsets.begins(partitions), committed, offsets.ends(partitions)),
                    progress,
                    inFlight());
        }
    }

    private Map<TopicPartition, Range> outputs() {
        List<TopicPartition> partitions = partitions(List.of(
                settings.topic(Topic.DECISIONS),
                settings.topic(Topic.ALERTS),
                settings.topic(Topic.DUPLICATES),
                settings.topic(Topic.QUARANTINE)));
        return all(offsets.begins(partitions), offsets.ends(partitions));
    }

    private Scope scope(Period period, Map<TopicPartition, Long> committed) {
        List<TopicPartition> partitions = partitions(inputTopics(settings));
        Map<TopicPartition, Long> begins = offsets.begins(partitions);
        Map<TopicPartition, Long> ends = offsets.ends(partitions);
        Map<TopicPartition, Long> from = new HashMap<>();
        Map<TopicPartition, Long> to = new HashMap<>(committed);
        if (period.from() != null) {
            // Where nothing is that new, nothing is verified.
            from.putAll(ends);
            from.putAll(offsets.at(period.from(), partitions));
        }
        if (period.to() != null) {
            offsets.at(period.to(), partitions).forEach((partition, end) -> to.merge(partition, end, Math::min));
        }
        return Scope.of(Scope.between(begins, from, to), all(begins, ends));
    }

    private static Map<TopicPartition, Range> all(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Range> ranges = new HashMap<>();
        begins.forEach((partition, begin) ->
                ranges.put(partition, new Range(begin, Math.max(begin, Objects.requireNonNull(ends.get(partition))))));
        return ranges;
    }

    /** Replays are read completely, because their outputs do not name the record of the replay. */
    private Map<TopicPartition, Range> toRead(Scope scope) {
        Map<TopicPartition, Range> ranges = new HashMap<>(scope.verified());
        scope.there().forEach((partition, range) -> {
            if (partition.topic().equals(settings.topic(Topic.REPLAYS))) {
                ranges.put(partition, range);
            }
        });
        return ranges;
    }

    /** Identities that an operator has forgotten may act again. */
    private void commands() {
        String topic = settings.topic(Topic.COMMANDS);
        if (offsets.topics().contains(topic)) {
            List<TopicPartition> partitions = reader.partitions(topic);
            reader.read(all(offsets.begins(partitions), offsets.ends(partitions)), progress, record -> {
                if (record.key() != null) {
                    bench.add(Sighting.commanded(Sighting.hash(record.key())));
                }
                return true;
            });
        }
    }

    private List<TopicPartition> partitions(Iterable<String> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        topics.forEach(topic -> partitions.addAll(reader.partitions(topic)));
        return partitions;
    }

    /** Takes records of sources and replays. Those outside the scope only show that their outputs have an input. */
    private TopicReader.Visitor inputs(Scope scope) {
        return record -> {
            boolean verified = scope.verifies(new TopicPartition(record.topic(), record.partition()), record.offset());
            bench.add(input(record, verified, 0));
            versions.seenBesides(record.topic()).forEach(rules -> bench.add(input(record, verified, rules)));
            return true;
        };
    }

    private Fact input(ConsumerRecord<byte[], byte[]> record, boolean verified, int rules) {
        RuleVersions.Input input = versions.read(rules, record);
        Decision decision = input.decision();
        int flags = Fact.flags(rules) | (verified ? 0 : Fact.OUTSIDE);
        flags |= input.replay() != null && input.replay().silent() ? Fact.SILENT : 0;
        flags |= decision == null ? Fact.REFUSED : 0;
        long digest = decision == null
                ? 0
                : Fact.digest(decision.identity().getBytes(StandardCharsets.UTF_8), DecisionSerde.write(decision));
        Kind kind = input.replay() == null ? Kind.INPUT : Kind.REPLAY;
        return new Fact(
                rules == 0 ? kind : Kind.BY_OTHER_RULES,
                bench.numbers().place(input.about()),
                input.generation(),
                flags,
                digest,
                new PackedPosition(record.partition(), record.offset()),
                record.timestamp());
    }

    /** Takes records of the repartition topic that the guard has not been shown yet. */
    private TopicReader.Visitor inFlight() {
        return record -> {
            for (Intake.Arrived arrived : moved.deserialize(record.topic(), record.headers(), record.value())) {
                Arrival arrival = arrived.arrival();
                bench.add(new Fact(
                        Kind.IN_FLIGHT,
                        bench.numbers().place(arrival.message().at()),
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
