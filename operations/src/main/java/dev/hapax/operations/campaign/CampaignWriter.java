package dev.hapax.operations.campaign;

import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.operations.Denials;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes events and recipients of campaigns for the ledger, many with one producer. Used by one thread at a time. */
final class CampaignWriter implements AutoCloseable {

    private static final String EVENT = "event";
    private static final int BATCH_BYTES = 128 * 1024;
    private static final int LINGER_MILLIS = 5;

    private final Settings settings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();

    CampaignWriter(KafkaClients clients) {
        this.settings = clients.settings();
        Map<String, Object> config = new HashMap<>(settings.kafka());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** @return the request, by which the history of the campaign names what became of it */
    String event(String campaign, CampaignEvent event) {
        String request = UUID.randomUUID().toString();
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.CAMPAIGN_EVENT, EVENT);
        KafkaHeaders.add(headers, HeaderNames.REQUEST, request);
        send(campaign, CampaignFormat.write(event), headers);
        return request;
    }

    void recipient(String campaign, Recipient recipient, String stagedBy) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.CAMPAIGN, campaign);
        KafkaHeaders.add(headers, HeaderNames.STAGED_BY, stagedBy);
        send(recipient.deliveryId(campaign), CampaignFormat.write(recipient), headers);
    }

    void delivery(String id, DeliveryEvent event) {
        send(id, DeliveryFormat.write(event), new RecordHeaders());
    }

    private void send(String key, byte[] value, RecordHeaders headers) {
        if (failure.get() != null) {
            // The rest would fail in the same way, each after its time-out.
            flush();
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                settings.topic(Topic.DELIVERY_EVENTS),
                null,
                null,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                headers);
        try {
            var unused = producer.send(record, (at, e) -> {
                if (e == null) {
                    acknowledged.incrementAndGet();
                    ends.merge(new TopicPartition(at.topic(), at.partition()), at.offset() + 1, Math::max);
                } else {
                    failure.compareAndSet(null, e);
                }
            });
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    /** How many records the brokers have. */
    long acknowledged() {
        return acknowledged.get();
    }

    /** Where the records end that the brokers have, by partition. */
    Map<TopicPartition, Long> ends() {
        return Map.copyOf(ends);
    }

    /**
     * Waits until the brokers have all that was sent.
     *
     * @throws OperationException when they did not take one of them
     */
    void flush() {
        producer.flush();
        Exception e = failure.get();
        if (e != null) {
            throw failed(e);
        }
    }

    private static RuntimeException failed(Exception e) {
        return Denials.causeOf(e)
                .<RuntimeException>map(denied -> denied)
                .orElseGet(() -> new OperationException(
                        "a record of a campaign could not be written: " + e.getMessage()
                                + ". Run it again: what was written changes nothing the second time.",
                        e));
    }

    @Override
    public void close() {
        producer.close();
    }
}
