package dev.hapax.operations.delivery;

import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.operations.Denials;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes stagings and events for the ledger, many with one producer. Used by one thread at a time. */
final class DeliveryWriter implements AutoCloseable {

    private static final int ROOM_AROUND_AN_ARTIFACT = 64 * 1024;

    private final Settings settings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    DeliveryWriter(KafkaClients clients) {
        this.settings = clients.settings();
        int largest = settings.delivery().maxArtifactBytes() + ROOM_AROUND_AN_ARTIFACT;
        Map<String, Object> config = new HashMap<>(settings.kafka());
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largest);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(32L << 20, 2L * largest));
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** @throws IllegalArgumentException when there is no such channel, or when the artifact is too large */
    void stage(String id, Draft draft, byte[] artifact) {
        DeliverySettings delivery = settings.delivery();
        if (!delivery.channels().containsKey(draft.channel())) {
            throw new IllegalArgumentException("--channel: there is no channel '" + draft.channel()
                    + "'; delivery.channels has " + delivery.channels().keySet());
        }
        if (artifact.length > delivery.maxArtifactBytes()) {
            throw new IllegalArgumentException("the artifact has " + artifact.length
                    + " bytes, more than delivery.max-artifact-bytes (" + delivery.maxArtifactBytes() + ")");
        }
        send(new ProducerRecord<>(
                settings.topic(Topic.DELIVERY_EVENTS),
                null,
                null,
                id.getBytes(StandardCharsets.UTF_8),
                artifact,
                DeliveryHeaders.staging(draft)));
    }

    void event(String id, DeliveryEvent event) {
        send(new ProducerRecord<>(
                settings.topic(Topic.DELIVERY_EVENTS),
                id.getBytes(StandardCharsets.UTF_8),
                DeliveryFormat.write(event)));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        try {
            sent.add(producer.send(record));
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    /**
     * Waits until the brokers have all that was sent.
     *
     * @throws OperationException when one of them could not be written; whether the others were is not known
     */
    void flush() {
        List<Future<RecordMetadata>> all = List.copyOf(sent);
        sent.clear();
        try {
            for (Future<RecordMetadata> one : all) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted; whether the events were written is not known", e);
        } catch (ExecutionException | KafkaException e) {
            throw failed(e);
        }
    }

    private static RuntimeException failed(Exception e) {
        return Denials.causeOf(e)
                .<RuntimeException>map(denied -> denied)
                .orElseGet(() -> new OperationException(
                        "an event of a delivery could not be written: " + e.getMessage()
                                + ". 'hapax deliveries show ID' shows what the ledger has.",
                        e));
    }

    @Override
    public void close() {
        producer.close();
    }
}
