package dev.hapax.harness;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Sha256;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What an output record says about its message. */
public final class OutputFact {

    private OutputFact() {}

    /** Of a decision, an alert or a note of a duplicate. */
    public static String identity(ConsumerRecord<byte[], byte[]> outcome) {
        return new String(outcome.key(), StandardCharsets.UTF_8);
    }

    public static String content(ConsumerRecord<byte[], byte[]> outcome) {
        return new String(outcome.value(), StandardCharsets.UTF_8);
    }

    /** 0, or the number of the replay that gave it again. */
    public static int generation(ConsumerRecord<byte[], byte[]> outcome) {
        String generation = KafkaHeaders.text(outcome.headers(), HeaderNames.GENERATION);
        return generation == null ? 0 : Integer.parseInt(generation);
    }

    /** Where the message stands that a decision, an alert or a note of a duplicate is about. */
    public static String source(ConsumerRecord<byte[], byte[]> outcome) {
        return at(outcome, HeaderNames.SOURCE_TOPIC, HeaderNames.SOURCE_PARTITION, HeaderNames.SOURCE_OFFSET);
    }

    /** Where a message stood that is in quarantine. */
    public static String sourceOfQuarantined(ConsumerRecord<byte[], byte[]> quarantined) {
        return at(quarantined, HeaderNames.ERROR_TOPIC, HeaderNames.ERROR_PARTITION, HeaderNames.ERROR_OFFSET);
    }

    public static String reason(ConsumerRecord<byte[], byte[]> quarantined) {
        return text(quarantined, HeaderNames.REASON);
    }

    /** Whether a quarantined record has the digest of that value in place of the value, which was too large. */
    static boolean hasDigestOf(byte[] value, ConsumerRecord<byte[], byte[]> quarantined) {
        String digest = KafkaHeaders.text(quarantined.headers(), HeaderNames.VALUE_SHA256);
        if (quarantined.value() != null || digest == null) {
            return false;
        }
        return digest.equals(HexFormat.of().formatHex(Sha256.of(value)));
    }

    /** Where a record itself stands. */
    public static String place(ConsumerRecord<byte[], byte[]> record) {
        return new Coordinates(record.topic(), record.partition(), record.offset()).toString();
    }

    private static String at(ConsumerRecord<byte[], byte[]> record, String topic, String partition, String offset) {
        return new Coordinates(
                        text(record, topic),
                        Integer.parseInt(text(record, partition)),
                        Long.parseLong(text(record, offset)))
                .toString();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
        return Objects.requireNonNull(KafkaHeaders.text(record.headers(), header), header);
    }
}
