package dev.hapax.topology;

import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Takes a record's own timestamp as its time, unless it is none or lies in the future. Such a record must not move stream
 * time, by which everything older would be late: it gets the time of the record before it and a mark with its own, by which
 * intake refuses it.
 */
final class EventTime implements TimestampExtractor {

    private final Clock clock;
    private final long maxSkew;
    /** Names that settings put together anew each time; this is asked for every record. */
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
        record.headers().add(new Refused(timestamp));
        return Math.max(0, partitionTime);
    }

    /** A replayed message has its own time in a header; its record's is the time of the replay. */
    private long timestamp(ConsumerRecord<Object, Object> record) {
        Long original = record.topic().equals(replays) ? ReplayFormat.timestamp(record.headers()) : null;
        return original == null ? record.timestamp() : original;
    }

    /** The timestamp a record was refused by; its mark is then the last of these headers. */
    static OptionalLong refused(Headers headers) {
        return headers.lastHeader(Refused.NAME) instanceof Refused mark
                ? OptionalLong.of(mark.timestamp)
                : OptionalLong.empty();
    }

    /** The mark: known by its class and not by its name, so that no producer's header can be taken for it. */
    private record Refused(long timestamp) implements Header {

        private static final String NAME = HeaderNames.PREFIX + "refused-timestamp";

        @Override
        public String key() {
            return NAME;
        }

        @Override
        public byte[] value() {
            return Long.toString(timestamp).getBytes(StandardCharsets.US_ASCII);
        }
    }
}
