package dev.hapax.worker;

import dev.hapax.delivery.Delivery;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.TraceParent;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Records of the {@code due} topic: the key is the delivery's id, the value the artifact, everything else stands in headers. */
public final class DueFormat {

    private DueFormat() {}

    /** The record that makes a delivery due, in its current attempt. */
    public static ProducerRecord<byte[], byte[]> write(
            String topic, int partition, Delivery delivery, byte[] artifact, long now) {
        return new ProducerRecord<>(
                topic, partition, now, utf8(delivery.id()), artifact, DeliveryHeaders.due(delivery));
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    static DueDelivery read(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            throw new IllegalArgumentException(where(record) + " has no " + (record.key() == null ? "key" : "value"));
        }
        return new DueDelivery(
                record.offset(),
                new String(record.key(), StandardCharsets.UTF_8),
                Integer.parseInt(text(record, HeaderNames.ATTEMPT)),
                text(record, HeaderNames.CHANNEL),
                text(record, HeaderNames.TARGET),
                text(record, HeaderNames.SHA256),
                Long.parseLong(text(record, HeaderNames.DEADLINE)),
                record.value(),
                TraceParent.of(record.headers()),
                KafkaHeaders.text(record.headers(), HeaderNames.CAMPAIGN));
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        if (header == null || header.value() == null) {
            throw new IllegalArgumentException(where(record) + " has no header " + name);
        }
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    private static String where(ConsumerRecord<byte[], byte[]> record) {
        return "no due delivery: offset " + record.offset();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
