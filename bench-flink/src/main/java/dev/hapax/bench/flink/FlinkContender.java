package dev.hapax.bench.flink;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dedup by keyed state with a time to live, from Kafka to Kafka exactly once: {@code job=flink} copies what passes,
 * {@code job=flink-equal-work} reads, classifies and decides as Hapax does. Works until its process is told to end, or whoever
 * started it has ended.
 *
 * <p>A checkpoint is Flink's commit, so one is taken as often as the other contenders commit; option
 * {@code checkpoint-interval} takes another interval, since many users of Flink would rather wait longer and pay less. State
 * is on the heap: with RocksDB a message cost about twice the CPU.
 */
public final class FlinkContender {

    private static final Logger LOG = LoggerFactory.getLogger(FlinkContender.class);
    private static final String COMMIT_INTERVAL = "PT0.1S";

    /** Flink asks for an hour by default, which brokers do not grant by theirs. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(10);

    private FlinkContender() {}

    public static void main(String[] arguments) throws Exception {
        FlinkJob job = FlinkJob.parse(arguments);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration(job));
        switch (job.name()) {
            case "flink" -> copy(environment, job);
            case "flink-equal-work" -> decide(environment, job);
            default -> throw new IllegalArgumentException("job=" + job.name() + ": use flink or flink-equal-work");
        }
        JobClient client = environment.executeAsync(job.group());
        AtomicBoolean ending = new AtomicBoolean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(client, ending), "end"));
        client.getJobExecutionResult().exceptionally(failure -> halt(failure, ending));
        while (System.in.read() >= 0) {
            // Nothing is ever sent; the pipe closes with the process at its other end, however that ends.
        }
        System.exit(0);
    }

    private static void copy(StreamExecutionEnvironment environment, FlinkJob job) {
        environment
                .fromSource(source(job, new KeyedRecords()), WatermarkStrategy.noWatermarks(), "input")
                .keyBy(keyed -> keyed.f0)
                .filter(new FirstOnly(job.wallTtl()))
                .sinkTo(sink(job, KeyedRecords.to(job.output())));
    }

    private static void decide(StreamExecutionEnvironment environment, FlinkJob job) {
        environment
                .fromSource(source(job, new DecidedMessages(job.input())), WatermarkStrategy.noWatermarks(), "input")
                .keyBy(decided -> decided.f0)
                .filter(new FirstDecision(job.wallTtl()))
                .sinkTo(sink(job, new DecisionRecords(job.input(), job.output())));
    }

    private static void end(JobClient client, AtomicBoolean ending) {
        ending.set(true);
        client.cancel().join();
    }

    private static @Nullable JobExecutionResult halt(Throwable failure, AtomicBoolean ending) {
        if (!ending.get()) {
            LOG.error("failed", failure);
            Runtime.getRuntime().halt(1);
        }
        return null;
    }

    private static Configuration configuration(FlinkJob job) {
        Configuration configuration = new Configuration();
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, job.threads());
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_INTERVAL,
                Duration.parse(job.option("checkpoint-interval", COMMIT_INTERVAL)));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                Path.of(job.folder(), "checkpoints").toUri().toString());
        // A failure ends the process, as with the other contenders, and is not hidden by a restart.
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return configuration;
    }

    /** With the settings of the other contenders' clients. Commits to its group what a checkpoint has covered. */
    private static <T> KafkaSource<T> source(FlinkJob job, KafkaRecordDeserializationSchema<T> records) {
        return KafkaSource.<T>builder()
                .setBootstrapServers(job.bootstrap())
                .setTopics(job.input())
                .setGroupId(job.group())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(records)
                .setProperty("isolation.level", "read_committed")
                .setProperty("max.poll.records", "1000")
                .build();
    }

    private static <T> KafkaSink<T> sink(FlinkJob job, KafkaRecordSerializationSchema<T> records) {
        return KafkaSink.<T>builder()
                .setBootstrapServers(job.bootstrap())
                .setRecordSerializer(records)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(job.group())
                // A few transactional ids used in turn; the default takes a new one at each checkpoint.
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setProperty("transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT.toMillis()))
                .setProperty("compression.type", "lz4")
                .setProperty("batch.size", Integer.toString(128 * 1024))
                .setProperty("linger.ms", "100")
                .build();
    }
}
