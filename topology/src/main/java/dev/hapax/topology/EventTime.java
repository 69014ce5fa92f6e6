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

/**
 * The event time of a record is its timestamp, unless that is negative or lies in the future. Such a record must not advance
 * stream time, because every later record would be late: it gets the time of the record before it, and intake refuses it by
 * {@link #refused}.
 *
 * <p>Kafka Streams extracts the time of a record just before it processes the record, in the same thread.
 */
final class EventTime implements TimestampExtractor {

    private final Clock clock;
    private final long maxSkew;
    /** The last refused timestamp of each partition that this thread reads. */
    private final ThreadLocal<Map<TopicPartition, Refused>> refused = ThreadLocal.withInitial(HashMap::new);

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
            return timestamp;
        }
        refused.get()
                .put(new TopicPartition(record.topic(), record.partition()), new Refused(record.offset(), timestamp));
        return Math.max(0, partitionTime);
    }

    /** A replayed message has its own time in a header; its record's is the time of the replay. */
    private long timestamp(ConsumerRecord<Object, Object> record) {
        Long original = record.topic().equals(replays) ? ReplayFormat.timestamp(record.headers()) : null;
        return original == null ? record.timestamp() : original;
    }

    /** The timestamp of the record at this place, if it was refused; the record is the one that this thread processes. */
    OptionalLong refused(RecordMetadata at) {
        Map<TopicPartition, Refused> all = refused.get();
        if (all.isEmpty()) {
            return OptionalLong.empty();
        }
        Refused last = all.get(new TopicPartition(at.topic(), at.partition()));
        return last != null && last.offset == at.offset() ? OptionalLong.of(last.timestamp) : OptionalLong.empty();
    }

    private record Refused(long offset, long timestamp) {}
}
