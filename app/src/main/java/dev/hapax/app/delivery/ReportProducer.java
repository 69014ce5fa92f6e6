package dev.hapax.app.delivery;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes the reports of a worker, and knows which ones the brokers have not acknowledged: a worker that must end names them. */
final class ReportProducer extends KafkaProducer<byte[], byte[]> {

    private final IdentityHashMap<ProducerRecord<byte[], byte[]>, Boolean> unwritten = new IdentityHashMap<>();

    ReportProducer(Map<String, Object> kafka) {
        super(settings(kafka), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Map<String, Object> settings(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        return settings;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        synchronized (unwritten) {
            unwritten.put(record, true);
        }
        return super.send(record, (metadata, failure) -> {
            if (failure == null) {
                synchronized (unwritten) {
                    unwritten.remove(record);
                }
            }
            if (callback != null) {
                callback.onCompletion(metadata, failure);
            }
        });
    }

    /** What could not be reported, each in one line. */
    List<String> unwritten() {
        List<String> lines = new ArrayList<>();
        synchronized (unwritten) {
            unwritten.keySet().forEach(record -> lines.add(line(record)));
        }
        lines.sort(String::compareTo);
        return lines;
    }

    private static String line(ProducerRecord<byte[], byte[]> record) {
        String id = new String(record.key(), StandardCharsets.UTF_8);
        return DeliveryFormat.readEvent(record.value()) instanceof DeliveryEvent.Reported reported
                ? id + " attempt " + reported.attempt() + ": " + reported.result() + ", " + reported.evidence()
                : id;
    }
}
