package dev.hapax.harness;

import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records as brokers would hand them out. */
public final class Written {

    public static final long NOW = 1_800_000_000_000L;

    private Written() {}

    /** A message of the input, {@code in-0}. */
    public static ConsumerRecord<byte[], byte[]> message(long offset, String key, String value) {
        return record("in", offset, key, value, new RecordHeaders());
    }

    /** A decision, or a note of a duplicate, of the message at this offset of the input. */
    public static ConsumerRecord<byte[], byte[]> outcome(long about, String identity, int generation, String value) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.GENERATION, Integer.toString(generation));
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, "in");
        KafkaHeaders.add(headers, HeaderNames.SOURCE_PARTITION, "0");
        KafkaHeaders.add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(about));
        return record("out", 0, identity, value, headers);
    }

    public static ConsumerRecord<byte[], byte[]> quarantined(long about, String reason, String value) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.REASON, reason);
        KafkaHeaders.add(headers, HeaderNames.ERROR_TOPIC, "in");
        KafkaHeaders.add(headers, HeaderNames.ERROR_PARTITION, "0");
        KafkaHeaders.add(headers, HeaderNames.ERROR_OFFSET, Long.toString(about));
        return record("quarantine", 0, "k", value, headers);
    }

    private static ConsumerRecord<byte[], byte[]> record(
            String topic, long offset, String key, String value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                NOW,
                TimestampType.CREATE_TIME,
                0,
                0,
                Application.utf8(key),
                Application.utf8(value),
                headers,
                Optional.empty());
    }
}
