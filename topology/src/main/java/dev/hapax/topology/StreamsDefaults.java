package dev.hapax.topology;

import static org.apache.kafka.streams.StreamsConfig.consumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.mainConsumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.producerPrefix;
import static org.apache.kafka.streams.StreamsConfig.topicPrefix;

import dev.hapax.config.InstanceSettings;
import dev.hapax.config.Settings;
import dev.hapax.guard.SharedRocksMemory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Every choice made for Kafka Streams and its clients, with its reason. {@code streams:} in the configuration has the last word. */
public final class StreamsDefaults {

    /** What a record needs beside key, value and our headers: lengths, attributes, the batch around it. */
    private static final int RECORD_OVERHEAD = 64 * 1024;

    private static final Duration LONGEST_HEARTBEAT = Duration.ofMillis(500);

    private final Map<String, Object> choices = new HashMap<>();

    private StreamsDefaults() {}

    public static Map<String, Object> of(Settings settings) {
        StreamsDefaults choices = new StreamsDefaults();
        choices.guarantees(settings);
        choices.membership(settings.instance());
        choices.order(settings);
        choices.sizes(settings);
        choices.internalTopics();
        choices.state(settings);
        choices.choices.putAll(settings.kafka());
        choices.choices.putAll(settings.streams());
        return choices.choices;
    }

    private void guarantees(Settings settings) {
        InstanceSettings instance = settings.instance();
        put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        // One transaction for guard, outputs and offsets: what "once" rests on.
        put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        // How long a decision waits to become visible; shorter costs a transaction more often.
        put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, instance.commitInterval().toMillis());
        // A dead instance's open transaction holds up its successor for this long.
        put(producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), (int)
                instance.transactionTimeout().toMillis());
        // The broker may still be finishing the last transaction when the next begins: asked again soon, not after 100
        // ms.
        put(producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 20);
        // A topic with nothing committed yet is read from its beginning: nothing is skipped.
        put(mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // Generated names change when the topology does, and with them the topics that hold the guard.
        put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    }

    private void membership(InstanceSettings instance) {
        // Tasks are independent: a thread a core, as far as the broker leaves cores.
        put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, instance.threads());
        // Classic by default: it lets us choose the session timeout, and so how long a killed instance is waited for.
        put(StreamsConfig.GROUP_PROTOCOL_CONFIG, instance.groupProtocol());
        if (instance.groupProtocol().equals("classic")) {
            // None by default: a standby spares the restore after a failure, for twice the disk and the network.
            put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, instance.standbyReplicas());
            put(mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), (int)
                    instance.silence().toMillis());
            // The others hear with their next heartbeat that one is missed, so these come more often than the three in
            // a session that Kafka advises.
            put(mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), (int)
                    Math.min(instance.sessionTimeout().toMillis() / 20, LONGEST_HEARTBEAT.toMillis()));
            if (instance.instanceId() != null) {
                put(mainConsumerPrefix(CommonClientConfigs.GROUP_INSTANCE_ID_CONFIG), instance.instanceId());
            }
        }
    }

    /**
     * Between several inputs the oldest message goes first, and the others are waited for. With a single source there is nothing
     * to wait for, since replays may come whenever they do; and the waiting alone costs a tenth of the work.
     */
    private void order(Settings settings) {
        if (settings.sources().size() == 1) {
            put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        }
    }

    private void sizes(Settings settings) {
        int largest =
                settings.quarantine().maxRecordBytes() + settings.quarantine().headerBudget() + RECORD_OVERHEAD;
        // Quarantine holds originals verbatim, the too large ones too.
        put(producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), largest);
        put(producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), Math.max(32L << 20, 2L * largest));
        put(topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), Integer.toString(largest));
        // Decisions and changelog entries repeat themselves; lz4 costs least for what it saves.
        put(producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        // Larger batches cost nothing while a transaction is open anyway.
        put(producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 128 * 1024);
        // A fetch bounded in bytes, so that large messages do not fill the heap.
        put(consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), 32 << 20);
    }

    /** Topics inherit the broker's defaults, so every setting that a guarantee rests on is set for the internal ones. */
    private void internalTopics() {
        // Size retention would delete messages on their way to the guard, and what the guard knows.
        put(topicPrefix(TopicConfig.RETENTION_BYTES_CONFIG), "-1");
        // A message keeps its event time, however old; a broker with a limit would refuse it and stop the task.
        put(topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG), Long.toString(Long.MAX_VALUE));
        put(topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG), Long.toString(Long.MAX_VALUE));
    }

    private void state(Settings settings) {
        // On a disk of its own choosing: the default is a temporary folder, which systems clear.
        put(StreamsConfig.STATE_DIR_CONFIG, settings.instance().stateDir().toString());
        // The only store keeps its own buffer: a record cache would add a copy.
        put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        // The ledger's store shares the memory that guard.rocksdb-memory bounds.
        put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    }

    private void put(String key, Object value) {
        choices.put(key, value);
    }
}
