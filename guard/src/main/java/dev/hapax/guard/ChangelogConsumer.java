package dev.hapax.guard;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The restore consumer of a stream thread. When retention has deleted a changelog as far as the store on disk has come,
 * it reads on behind what is deleted, instead of having Kafka Streams throw the store away. Only where nothing else is
 * missing: see docs/decisions/0012-the-guard-outlives-its-changelog.md.
 */
public final class ChangelogConsumer extends KafkaConsumer<byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(ChangelogConsumer.class);

    private final Map<String, Object> config;

    public ChangelogConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.config = new HashMap<>(config);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        try {
            return super.poll(timeout);
        } catch (OffsetOutOfRangeException e) {
            Map<TopicPartition, Long> missing = new HashMap<>(e.offsetOutOfRangePartitions());
            missing.entrySet().removeIf(each -> passMarker(each.getKey(), each.getValue()));
            if (!missing.isEmpty()) {
                throw new OffsetOutOfRangeException(missing);
            }
            return ConsumerRecords.empty();
        }
    }

    /**
     * The store knows everything before {@code position}, and the last thing it knows was committed, so that a commit
     * marker follows. If there is exactly one offset from there to the end of the log, and no transaction is open, it
     * is this marker.
     */
    private boolean passMarker(TopicPartition partition, long position) {
        long start = requireNonNull(beginningOffsets(List.of(partition)).get(partition));
        long stable = requireNonNull(endOffsets(List.of(partition)).get(partition));
        long end = endOf(partition);
        if (start == position + 1 && end == start && stable == end) {
            LOG.info("{} was deleted up to its end at {}. The store on disk has all of it", partition, end);
            seek(partition, start);
            return true;
        }
        LOG.error(
                "{} has offsets {} to {}, but the store on disk goes to {} only, and what it lacks is deleted. The store is"
                        + " restored from what is left: identities admitted earlier may act again. If another instance of"
                        + " this application ran later than this one, stop this one and start that one first",
                partition,
                start,
                end,
                position);
        return false;
    }

    /** With what open transactions have written, which this consumer itself does not see. */
    private long endOf(TopicPartition partition) {
        Map<String, Object> uncommitted = new HashMap<>(config);
        uncommitted.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, IsolationLevel.READ_UNCOMMITTED.toString());
        uncommitted.put(ConsumerConfig.CLIENT_ID_CONFIG, config.get(ConsumerConfig.CLIENT_ID_CONFIG) + "-end");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(uncommitted, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        }
    }
}
