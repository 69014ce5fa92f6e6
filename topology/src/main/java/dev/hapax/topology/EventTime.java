package dev.hapax.topology;

import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Takes a record's own timestamp as its time, unless it is none or lies in the future. Such a record must not move stream
 * time, by which everything older would be late: it gets the time of the record before it and a header with its own, by
 * which intake refuses it.
 */
final class EventTime implements TimestampExtractor {

    private final Clock clock;
    private final long maxSkew;

    EventTime(Clock clock, Duration maxClockSkew) {
        this.clock = clock;
        this.maxSkew = maxClockSkew.toMillis();
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        // Only we may say so: a producer's header of that name would refuse its own message.
        record.headers().remove(HeaderNames.REFUSED_TIMESTAMP);
        long timestamp = record.timestamp();
        if (timestamp >= 0 && timestamp <= clock.millis() + maxSkew) {
            return timestamp;
        }
        record.headers()
                .add(HeaderNames.REFUSED_TIMESTAMP, Long.toString(timestamp).getBytes(StandardCharsets.US_ASCII));
        return Math.max(0, partitionTime);
    }
}
