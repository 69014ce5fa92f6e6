package dev.hapax.ledger;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.Receipt;
import dev.hapax.domain.Message;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ControlFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The records that the ledger writes, and the topics they go to. */
record LedgerSinks(Settings settings) {

    private static final List<Topic> TOPICS = List.of(
            Topic.DUE,
            Topic.LEDGER,
            Topic.RECEIPTS,
            Topic.DELIVERY_EVENTS,
            Topic.DELIVERY_CONTROL,
            Topic.REFUSED_DELIVERIES);

    void addTo(Topology topology, String parent) {
        for (Topic topic : TOPICS) {
            topology.addSink(
                    name(topic), settings.topic(topic), new ByteArraySerializer(), new ByteArraySerializer(), parent);
        }
    }

    private static String name(Topic topic) {
        return "to-" + topic.name("", "");
    }

    int partitions() {
        return settings.topics().partitions();
    }

    String deliveriesTopic() {
        return settings.topic(Topic.DELIVERIES);
    }

    /** Whether the other records of this key arrive in that partition too. */
    boolean isInItsPartition(byte[] key, int partition) {
        return Utils.toPositive(Utils.murmur2(key)) % settings.topics().partitions() == partition;
    }

    void moveStaging(ProcessorContext<byte[], byte[]> to, Record<byte[], byte[]> record, String stagedBy, long now) {
        RecordHeaders headers = new RecordHeaders(record.headers());
        headers.remove(HeaderNames.STAGED_BY);
        headers.remove(HeaderNames.EDITED_BY);
        KafkaHeaders.add(headers, HeaderNames.STAGED_BY, stagedBy);
        to.forward(record.withHeaders(headers).withTimestamp(now), name(Topic.DELIVERY_EVENTS));
    }

    void due(ProcessorContext<byte[], byte[]> to, Delivery delivery, byte[] artifact, long now) {
        to.forward(new Record<>(key(delivery.id()), artifact, now, DeliveryHeaders.due(delivery)), name(Topic.DUE));
    }

    void state(ProcessorContext<byte[], byte[]> to, String id, byte[] state, long now) {
        to.forward(new Record<>(key(id), state, now), name(Topic.LEDGER));
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null values, but does not say so.
    void forget(ProcessorContext<byte[], byte[]> to, String id, long now) {
        to.forward(new Record<>(key(id), null, now), name(Topic.LEDGER));
    }

    void receipt(ProcessorContext<byte[], byte[]> to, Receipt receipt, long now) {
        to.forward(new Record<>(key(receipt.id()), DeliveryFormat.write(receipt), now), name(Topic.RECEIPTS));
    }

    void event(ProcessorContext<byte[], byte[]> to, String id, DeliveryEvent event, long now) {
        to.forward(new Record<>(key(id), DeliveryFormat.write(event), now), name(Topic.DELIVERY_EVENTS));
    }

    void stop(ProcessorContext<byte[], byte[]> to, Delivery delivery, long now) {
        String why = delivery.history().get(delivery.history().size() - 1).what();
        to.forward(
                new Record<>(ControlFormat.stopKey(delivery.id()), ControlFormat.stop(delivery.attempt(), why), now),
                name(Topic.DELIVERY_CONTROL));
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null values, but does not say so.
    void stopNoMore(ProcessorContext<byte[], byte[]> to, String id, long now) {
        to.forward(new Record<>(ControlFormat.stopKey(id), null, now), name(Topic.DELIVERY_CONTROL));
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    void refused(ProcessorContext<byte[], byte[]> to, Message kept, Headers headers) {
        to.forward(new Record<>(kept.key(), kept.value(), kept.timestamp(), headers), name(Topic.REFUSED_DELIVERIES));
    }

    private static byte[] key(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }
}
