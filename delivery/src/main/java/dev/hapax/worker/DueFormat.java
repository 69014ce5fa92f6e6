package dev.hapax.worker;

import dev.hapax.delivery.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Records of the {@code due} topic: the key is the delivery's id, the value the artifact, everything else stands in headers. */
public final class DueFormat {

    private static final String ATTEMPT = "hapax-attempt";
    private static final String CHANNEL = "hapax-channel";
    private static final String TARGET = "hapax-target";
    private static final String SHA256 = "hapax-sha256";
    private static final String DEADLINE = "hapax-deadline";

    private DueFormat() {}

    /** The record that makes a delivery due, in its current attempt. */
    public static ProducerRecord<byte[], byte[]> write(
            String topic, int partition, Delivery delivery, byte[] artifact, long now) {
        List<Header> headers = List.of(
                header(ATTEMPT, Integer.toString(delivery.attempt())),
                header(CHANNEL, delivery.draft().channel()),
                header(TARGET, delivery.draft().target()),
                header(SHA256, delivery.draft().sha256()),
                header(DEADLINE, Long.toString(delivery.deadline())));
        return new ProducerRecord<>(topic, partition, now, utf8(delivery.id()), artifact, headers);
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    static DueDelivery read(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            throw new IllegalArgumentException(where(record) + " has no " + (record.key() == null ? "key" : "value"));
        }
        return new DueDelivery(
                record.offset(),
                new String(record.key(), StandardCharsets.UTF_8),
                Integer.parseInt(text(record, ATTEMPT)),
                text(record, CHANNEL),
                text(record, TARGET),
                text(record, SHA256),
                Long.parseLong(text(record, DEADLINE)),
                record.value());
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

    private static Header header(String name, String value) {
        return new RecordHeader(name, utf8(value));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
