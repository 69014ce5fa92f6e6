package dev.hapax.topology;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Replay;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The event time of a record is its timestamp, or the value of a field if its source has an {@code event-time}. A time that is
 * negative, lies in the future or cannot be read must not advance stream time, because every later record would be late: the
 * record gets the time of the record before it, and intake refuses it by {@link #rejected}.
 *
 * <p>Kafka Streams extracts the time of a record in the thread that processes it, when the record becomes the next one of its
 * partition: the record before it is then not yet processed.
 *
 * <p>A record of a source with an {@code event-time} is parsed here and again by intake, because stream time must be known
 * before the record is processed. The others are not parsed here.
 */
final class EventTime implements TimestampExtractor {

    private final Clock clock;
    private final long maxSkew;
    /** The newest will do: rules do not say where the time of a message is. */
    private final Supplier<Sources> sources;

    private final boolean anyInField;
    private final UnavailableRetry retry;
    /** The rejected times of each partition that this thread reads, by offset, until they are processed. */
    private final ThreadLocal<Map<TopicPartition, Map<Long, Rejected>>> rejected =
            ThreadLocal.withInitial(HashMap::new);

    private final String replays;

    private final String commands;

    EventTime(Clock clock, Settings settings, Supplier<Sources> sources) {
        this.clock = clock;
        this.maxSkew = settings.limits().maxClockSkew().toMillis();
        this.sources = sources;
        this.anyInField = settings.sources().stream().anyMatch(source -> source.eventTime() != null);
        this.retry = UnavailableRetry.of(settings);
        this.replays = settings.topic(Topic.REPLAYS);
        this.commands = settings.topic(Topic.COMMANDS);
    }

    /**
     * A time that does not count as the event time of its record.
     *
     * @param timestamp the time; where the field has none, that of the record
     * @param outOfRange whether it is negative or in the future, so that intake need not read the message
     */
    record Rejected(long timestamp, boolean outOfRange) {}

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        if (record.topic().equals(commands)) {
            // An operator's command belongs to no time of the stream, which may be far behind the clock.
            return Math.max(0, partitionTime);
        }
        long timestamp = timestamp(record);
        if (anyInField) {
            try {
                timestamp = inField(record, timestamp);
            } catch (RefusedException e) {
                // Intake reads the message again, and refuses it with the explanation.
                return reject(record, new Rejected(timestamp, false), partitionTime);
            }
        }
        if (timestamp >= 0 && timestamp <= clock.millis() + maxSkew) {
            // The clock may have caught up since the record was read before.
            takeRejected(record.topic(), record.partition(), record.offset());
            return timestamp;
        }
        return reject(record, new Rejected(timestamp, true), partitionTime);
    }

    private long reject(ConsumerRecord<Object, Object> record, Rejected time, long partitionTime) {
        rejected.get()
                .computeIfAbsent(new TopicPartition(record.topic(), record.partition()), unused -> new HashMap<>())
                .put(record.offset(), time);
        return Math.max(0, partitionTime);
    }

    /** A replayed message has its own time in a header; its record's is the time of the replay. */
    private long timestamp(ConsumerRecord<Object, Object> record) {
        Long original = record.topic().equals(replays) ? ReplayFormat.timestamp(record.headers()) : null;
        return original == null ? record.timestamp() : original;
    }

    /**
     * @param timestamp what counts for sources without {@code event-time}
     * @throws RefusedException when the field is missing or no time
     */
    private long inField(ConsumerRecord<Object, Object> record, long timestamp) throws RefusedException {
        Source source = sources.get().ofTopic(record.topic());
        if (source != null && !source.readsEventTime()) {
            return timestamp;
        }
        Message message = new Message(
                new Coordinates(record.topic(), record.partition(), record.offset()),
                timestamp,
                (byte[]) record.key(),
                (byte[]) record.value(),
                KafkaHeaders.toDomain(record.headers()));
        if (source == null) {
            Replay replay;
            try {
                replay = ReplayFormat.read(message);
            } catch (IllegalArgumentException e) {
                // Intake says so.
                return timestamp;
            }
            source = sources.get().named(replay.source());
            message = replay.original();
        }
        if (source == null) {
            return timestamp;
        }
        Source read = source;
        Message original = message;
        return retry.call(() -> read.reader().eventTime(original));
    }

    /** The time of the record that this thread processes, if it was rejected. To be called once a record. */
    @Nullable
    Rejected rejected(RecordMetadata at) {
        return takeRejected(at.topic(), at.partition(), at.offset());
    }

    private @Nullable Rejected takeRejected(String topic, int partition, long offset) {
        Map<TopicPartition, Map<Long, Rejected>> all = rejected.get();
        if (all.isEmpty()) {
            return null;
        }
        TopicPartition key = new TopicPartition(topic, partition);
        Map<Long, Rejected> times = all.get(key);
        if (times == null) {
            return null;
        }
        Rejected time = times.remove(offset);
        if (times.isEmpty()) {
            all.remove(key);
        }
        return time;
    }
}
