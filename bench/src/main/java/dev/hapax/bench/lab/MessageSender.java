package dev.hapax.bench.lab;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes messages, and fails when closed if one of them could not be written. */
final class MessageSender implements AutoCloseable {

    private final KafkaProducer<byte[], byte[]> producer;
    private final CompletableFuture<Void> failed = new CompletableFuture<>();

    MessageSender(String bootstrap, int lingerMillis) {
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        lingerMillis,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        64 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        send(record, () -> {});
    }

    /**
     * @param written runs once the broker has it
     */
    void send(ProducerRecord<byte[], byte[]> record, Runnable written) {
        var unused = producer.send(record, (metadata, exception) -> {
            if (exception == null) {
                written.run();
            } else {
                failed.completeExceptionally(exception);
            }
        });
    }

    @Override
    public void close() {
        producer.close();
        if (failed.isCompletedExceptionally()) {
            failed.join();
        }
    }
}
