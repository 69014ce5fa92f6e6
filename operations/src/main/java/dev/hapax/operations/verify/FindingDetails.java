package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Trace;
import dev.hapax.operations.verify.RecordPosition.TopicNumbers;
import dev.hapax.operations.verify.Verification.Anomaly;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.SuppressionFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Describes findings: reads their records again and says what is wrong with them. */
final class FindingDetails implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int FEW_BYTES = 16 * 1024;

    private final TopicNames topics;
    private final TopicNumbers numbers;
    private final RuleVersions versions;
    private final KafkaConsumer<byte[], byte[]> consumer;

    FindingDetails(KafkaClients clients, TopicNumbers numbers, RuleVersions versions) {
        this.topics = clients.settings().topicNames();
        this.numbers = numbers;
        this.versions = versions;
        this.consumer = clients.consumer(Map.of(
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FEW_BYTES));
    }

    Anomaly describe(Finding finding) {
        Coordinates about = numbers.coordinates(finding.about());
        Coordinates shown = at(finding.shown(), about);
        ConsumerRecord<byte[], byte[]> record = read(shown);
        Trace second = finding.other();
        Coordinates other = second == null ? shown : at(second, about);
        String detail = switch (finding.fault()) {
            case NO_OUTCOME -> "no decision, duplicate note or quarantined record speaks of it";
            case ONLY_A_REDELIVERY -> "only " + other + " speaks of it, which says that it was read again";
            case FIRST_WITHOUT_OUTCOME ->
                "held back in " + shown + " as a duplicate of " + first(record)
                        + ", which was neither decided nor quarantined";
            case DECIDED_TWICE -> "decided in " + other + " and again in " + shown;
            case IDENTITY_DECIDED_TWICE ->
                "its identity was decided in " + other + " and, within the ttl, again in " + shown;
            case ALERTED_TWICE -> "alerted in " + other + " and again in " + shown;
            case NO_INPUT -> shown + " speaks of it, but there is no such message";
            case NO_COORDINATES -> "it does not say which message it speaks of: Hapax did not write it";
            case TWO_OUTCOMES -> became(finding.shown()) + " in " + shown + ", and " + became(second) + " in " + other;
            case OTHER_DECISION -> shown + ": " + difference(record, read(other));
            case NOT_DECIDABLE -> shown + " decides what its rules would quarantine";
            case NOT_READABLE -> shown + " is not a decision of schema " + DecisionSerde.SCHEMA;
            case ALERT_WITHOUT_DECISION -> "alerted in " + shown + ", but there is no decision";
            case ALERT_DIFFERS -> "the alert in " + shown + " is not the decision in " + other;
            case ALERT_OF_UNIMPORTANT -> "alerted in " + shown + ", but its decision is not important";
            case ALERT_MISSING -> "decided as important in " + shown + ", but there is no alert";
        };
        return new Anomaly(
                finding.fault().anomaly(),
                about,
                finding.generation(),
                identity(finding.shown().kind(), record),
                shown,
                detail);
    }

    /** The message that a duplicate note names as the first. */
    private static String first(@Nullable ConsumerRecord<byte[], byte[]> note) {
        SuppressionFormat.First first =
                note == null || note.value() == null ? null : SuppressionFormat.first(note.value());
        return first == null ? "another message" : first.at().toString();
    }

    private static String became(@Nullable Trace trace) {
        if (trace == null) {
            return "something else";
        }
        return switch (trace.kind()) {
            case DECISION -> "decided";
            case QUARANTINE -> "quarantined";
            default -> "held back as a duplicate";
        };
    }

    private Coordinates at(Trace trace, Coordinates about) {
        String topic = switch (trace.kind()) {
            case INPUT -> about.topic();
            case REPLAY -> topics.of(Topic.REPLAYS);
            case DECISION -> topics.of(Topic.DECISIONS);
            case ALERT -> topics.of(Topic.ALERTS);
            case QUARANTINE -> topics.of(Topic.QUARANTINE);
            case DUPLICATE, REDELIVERY -> topics.of(Topic.DUPLICATES);
            case IN_FLIGHT, BY_OTHER_RULES -> throw new IllegalStateException("nothing is shown by " + trace.kind());
        };
        return new Coordinates(topic, trace.at().partition(), trace.at().offset());
    }

    private @Nullable String identity(Kind kind, @Nullable ConsumerRecord<byte[], byte[]> record) {
        if (record == null) {
            return null;
        }
        return kind.input()
                ? versions.read(0, record).identity()
                : KafkaHeaders.text(record.headers(), HeaderNames.IDENTITY);
    }

    /** Compares a decision with what its version decides for the same bytes. */
    private String difference(
            @Nullable ConsumerRecord<byte[], byte[]> record, @Nullable ConsumerRecord<byte[], byte[]> input) {
        if (record == null || input == null) {
            return "it is not what its rules decide";
        }
        Decision written = DecisionSerde.read(record.value());
        int rules = Math.max(0, versions.number(record.headers(), written));
        Decision expected = versions.read(rules, input).decision();
        if (expected == null) {
            return "it is not what its rules decide";
        }
        List<String> differences = Differences.between(written, expected);
        return differences.isEmpty()
                ? "key or form are not what would be written"
                : "it says " + String.join(", ", differences);
    }

    /** Null if the record has been deleted since. */
    private @Nullable ConsumerRecord<byte[], byte[]> read(Coordinates at) {
        TopicPartition partition = new TopicPartition(at.topic(), at.partition());
        consumer.assign(List.of(partition));
        consumer.seek(partition, at.offset());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                return record.offset() == at.offset() ? record : null;
            }
        } while (System.nanoTime() < deadline);
        return null;
    }

    @Override
    public void close() {
        consumer.close();
    }

    /** The fields in which two decisions differ. */
    private static final class Differences {

        private final List<String> found = new ArrayList<>();

        private Differences() {}

        static List<String> between(Decision written, Decision expected) {
            Differences differences = new Differences();
            differences.of("identity", written.identity(), expected.identity());
            differences.of("generation", written.generation(), expected.generation());
            differences.of("source", written.source(), expected.source());
            differences.of(
                    "label", written.judgement().label(), expected.judgement().label());
            differences.of(
                    "important",
                    written.judgement().important(),
                    expected.judgement().important());
            differences.of(
                    "score", written.judgement().score(), expected.judgement().score());
            differences.of(
                    "reason", written.judgement().reason(), expected.judgement().reason());
            differences.of(
                    "rule", written.judgement().rule(), expected.judgement().rule());
            differences.of("classifier", written.classifier(), expected.classifier());
            differences.of("eventTime", written.eventTime(), expected.eventTime());
            differences.of("fingerprint", written.fingerprint(), expected.fingerprint());
            differences.of("at", written.at(), expected.at());
            return differences.found;
        }

        private void of(String field, Object written, Object expected) {
            if (!Objects.equals(written, expected)) {
                found.add(field + " " + written + " instead of " + expected);
            }
        }
    }
}
