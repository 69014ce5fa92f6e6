package dev.hapax.dedup;

import dev.hapax.commit.ThreadTransactions;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.guard.Guard;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.kstream.KeyValueMapper;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges the records of one task and remembers the first ones. Judges first and writes last, so that a throw leaves nothing behind. */
final class DedupTask<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(Deduplicate.class);
    private static final int LONGEST_OUTCOME = 1_024;

    private final Plan<K, V, ?> plan;
    private final ProcessingContext context;
    private final Guard guard;
    private final Sensors sensors;
    private boolean sawOtherKey;

    private DedupTask(Plan<K, V, ?> plan, ProcessingContext context) {
        this.plan = plan;
        this.context = context;
        this.guard = plan.guards().open(context);
        this.sensors = Sensors.of(context.metrics(), plan.guards().storeName());
    }

    static <K, V> DedupTask<K, V> open(Plan<K, V, ?> plan, ProcessingContext context) {
        requireExactlyOnce(context);
        checkClients(plan.guards().storeName());
        return new DedupTask<>(plan, context);
    }

    private static void requireExactlyOnce(ProcessingContext context) {
        Object guarantee = context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        if (!StreamsConfig.EXACTLY_ONCE_V2.equals(guarantee)) {
            throw new ConfigException(
                    StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                    guarantee,
                    "must be " + StreamsConfig.EXACTLY_ONCE_V2 + " for Deduplicate: after a crash, a record could"
                            + " otherwise count as seen although its output was lost");
        }
    }

    private static void checkClients(String storeName) {
        // A TopologyTestDriver has no clients. It runs on the thread of the test.
        boolean real = Thread.currentThread().getName().contains("-StreamThread-");
        if (real && !ThreadTransactions.ofThisThread().areReported()) {
            LOG.warn(
                    "This application runs without DedupClients, so store {} is restored from its changelog at every"
                            + " start. Set {} to {}",
                    storeName,
                    StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG,
                    DedupClients.class.getName());
        }
    }

    Deduplicated<V> judge(K key, V value, long timestamp) {
        Arrival arrival = plan.reader().read(key, value, timestamp, coordinates());
        // Not the stream time of the task, which another input of it may have advanced.
        guard.advance(timestamp);
        Verdict verdict = guard.judge(arrival, plan.ttl());
        if (verdict instanceof Verdict.Admitted) {
            String outcome = outcome(key, value);
            guard.remember(arrival, plan.ttl(), GuardEntry.decided(arrival, new Judgement(outcome, false, 0, "", "")));
            sensors.first().record();
            return new Deduplicated.First<>(value);
        } else if (verdict instanceof Verdict.Duplicate duplicate) {
            return duplicate(value, duplicate.earlier());
        } else if (verdict instanceof Verdict.Redelivery redelivery) {
            return duplicate(value, redelivery.earlier());
        } else if (verdict instanceof Verdict.Conflict conflict) {
            return conflict(arrival, value, conflict.earlier());
        } else if (verdict instanceof Verdict.Late late) {
            sensors.late().record();
            return new Deduplicated.Late<>(value, late.oldestJudged());
        }
        throw new IllegalStateException("unknown verdict " + verdict);
    }

    private String outcome(K key, V value) {
        if (plan.outcome() == null) {
            return "";
        }
        String outcome = plan.outcome().apply(key, value);
        if (outcome == null || outcome.getBytes(StandardCharsets.UTF_8).length > LONGEST_OUTCOME) {
            throw new DeduplicationException(coordinates() + ": the function of Deduplicate.outcome returned "
                    + (outcome == null ? "null." : "more than " + LONGEST_OUTCOME + " bytes."));
        }
        return outcome;
    }

    private Deduplicated<V> duplicate(V value, GuardEntry earlier) {
        sensors.duplicate().record();
        return new Deduplicated.Duplicate<>(value, FirstRecord.of(earlier));
    }

    private Deduplicated<V> conflict(Arrival arrival, V value, GuardEntry earlier) {
        if (!ArrivalReader.sameContent(arrival.fingerprint(), earlier.fingerprint())) {
            sensors.conflict().record();
            return new Deduplicated.Conflict<>(value, FirstRecord.of(earlier));
        }
        sensors.otherKey().record();
        if (!sawOtherKey) {
            sawOtherKey = true;
            LOG.warn(
                    "{} and {} have the same identity and different keys. Such records can be in different partitions,"
                            + " where duplicates are not found. Call selectKey and repartition before Deduplicate.",
                    earlier.first(),
                    arrival.message().at());
        }
        return duplicate(value, earlier);
    }

    private Coordinates coordinates() {
        RecordMetadata at = context.recordMetadata().orElse(null);
        // A record that a punctuation has made comes from nowhere.
        return at == null || at.topic() == null || at.partition() < 0 || at.offset() < 0
                ? new Coordinates("", context.taskId().partition(), 0)
                : new Coordinates(at.topic(), at.partition(), at.offset());
    }

    void close() {
        guard.close();
    }

    /**
     * Counts verdicts in the metrics of Kafka Streams: a rate and a total each, in the group {@code stream-dedup-metrics},
     * with the tags {@code thread-id} and {@code dedup-id}, the name of the store. The tasks of a thread share them, so none
     * removes them.
     *
     * @param otherKey duplicates whose key differs from that of the first record
     */
    record Sensors(Sensor first, Sensor duplicate, Sensor conflict, Sensor late, Sensor otherKey) {

        static Sensors of(StreamsMetrics metrics, String storeName) {
            return new Sensors(
                    sensor(metrics, storeName, "first"),
                    sensor(metrics, storeName, "duplicate"),
                    sensor(metrics, storeName, "conflict"),
                    sensor(metrics, storeName, "late"),
                    sensor(metrics, storeName, "other-key"));
        }

        private static Sensor sensor(StreamsMetrics metrics, String storeName, String verdict) {
            return metrics.addRateTotalSensor("dedup", storeName, verdict, Sensor.RecordingLevel.INFO);
        }
    }

    /**
     * What the tasks of one operator share.
     *
     * @param store always the same object, as Kafka Streams expects
     * @param ttl in milliseconds
     */
    record Plan<K, V, R>(
            ArrivalReader<K, V> reader,
            @Nullable KeyValueMapper<K, V, String> outcome,
            GuardFactory guards,
            StoreBuilder<StateStore> store,
            long ttl,
            Supplier<Forwarding<V, R>> forwardings) {}
}
