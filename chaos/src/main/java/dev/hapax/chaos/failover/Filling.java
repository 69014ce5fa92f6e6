package dev.hapax.chaos.failover;

import dev.hapax.chaos.stage.Fleet;
import dev.hapax.harness.Application;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills the guard with as many entries as wanted, through the front door: one message for each. */
final class Filling {

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Application application;
    private final Fleet fleet;

    Filling(Application application, Fleet fleet) {
        this.application = application;
        this.fleet = fleet;
    }

    /** Sends that many messages, and waits until all are read, and none is on its way to its guard. */
    void fill(int entries) {
        AtomicReference<Exception> failed = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        application.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        20,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        256 << 10,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < entries && failed.get() == null; i++) {
                var unused = producer.send(message(i), (at, e) -> {
                    if (e != null) {
                        failed.set(e);
                    }
                });
            }
            producer.flush();
        }
        Exception failure = failed.get();
        if (failure != null) {
            throw new IllegalStateException("a message could not be sent: " + failure, failure);
        }
        Patience.until(
                entries + " messages are read",
                PATIENCE,
                () -> application.committed().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        >= entries);
        Patience.until("nothing waits to be admitted", PATIENCE, () -> fleet.lag(1) == 0);
    }

    private ProducerRecord<byte[], byte[]> message(int number) {
        String id = "order-%08d".formatted(number);
        String document = "{\"id\":\"%s\",\"subject\":\"Payment failed\",\"amount\":%d}".formatted(id, number % 1000);
        return new ProducerRecord<>(
                application.input(),
                null,
                System.currentTimeMillis(),
                Application.utf8(id),
                Application.utf8(document));
    }
}
