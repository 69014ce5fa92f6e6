package dev.hapax.topology;

import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.ReplayFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The event time of a record is its timestamp, unless that is negative or lies in the future. Such a record must not advance
 * stream time, because every later record would be late: it gets the time of the record before it, and intake refuses it by
 * {@link #refused}.
 *
 * <p>Kafka Streams extracts the time of a record in the thread that processes it, when the record becomes the next one of its
 * partition: the record before it is then not yet processed.
 */
final class EventTime implements TimestampExtractor {

    private final Clock clock;
    private final long maxSkew;
    /** The refused timestamps of each partition that this thread reads, by offset, until they are processed. */
    private final ThreadLocal<Map<TopicPartition, Map<Long, Long>>> refused = ThreadLocal.withInitial(HashMap::new);

    private final String replays;

    private final String commands;

    EventTime(Clock clock, Duration maxClockSkew, TopicNames topics) {
        this.clock = clock;
        this.maxSkew = maxClockSkew.toMillis();
        this.replays = topics.of(Topic.REPLAYS);
        this.commands = topics.of(Topic.COMMANDS);
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        if (record.topic().equals(commands)) {
            // An operator's command belongs to no time of the stream, which may be far behind the clock.
            return Math.max(0, partitionTime);
        }
        long timestamp = timestamp(record);
        if (timestamp >= 0 && timestamp <= clock.millis() + maxSkew) {
            // The clock may have caught up since the record was read before.
            takeRefused(record.topic(), record.partition(), record.offset());
            return timestamp;
        }
        refused.get()
                .computeIfAbsent(new TopicPartition(record.topic(), record.partition()), unused -> new HashMap<>())
                .put(record.offset(), timestamp);
        return Math.max(0, partitionTime);
    }

    /** A replayed message has its own time in a header; its record's is the time of the replay. */
    private long timestamp(ConsumerRecord<Object, Object> record) {
        Long original = record.topic().equals(replays) ? ReplayFormat.timestamp(record.headers()) : null;
        return original == null ? record.timestamp() : original;
    }

    /** The timestamp of the record that this thread processes, if it was refused. To be called once a record. */
    OptionalLong refused(RecordMetadata at) {
        Long timestamp = takeRefused(at.topic(), at.partition(), at.offset());
        return timestamp == null ? OptionalLong.empty() : OptionalLong.of(timestamp);
    }

    private @Nullable Long takeRefused(String topic, int partition, long offset) {
        Map<TopicPartition, Map<Long, Long>> all = refused.get();
        if (all.isEmpty()) {
            return null;
        }
        TopicPartition key = new TopicPartition(topic, partition);
        Map<Long, Long> timestamps = all.get(key);
        if (timestamps == null) {
            return null;
        }
        Long timestamp = timestamps.remove(offset);
        if (timestamps.isEmpty()) {
            all.remove(key);
        }
        return timestamp;
    }
}
