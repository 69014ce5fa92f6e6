package dev.hapax.operations.delivery;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts addresses on the list of suppressions one by one, for any number of threads, and waits for brokers for a bounded time. */
public final class OptOutWriter implements AutoCloseable {

    /** How many may wait for the brokers. */
    private static final int MOST_WAITING = 1_000;
    /** A producer that knows no broker blocks its caller. The other threads of a server must not wait with it. */
    private static final int MOST_BLOCKED = 4;

    private final SuppressionList suppressions;
    private final KafkaProducer<String, byte[]> producer;
    private final Duration patience;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final Semaphore blocked = new Semaphore(MOST_BLOCKED);

    /**
     * @param patience how long brokers may take
     * @throws OperationException when the configuration has no channel
     */
    public OptOutWriter(KafkaClients clients, Clock clock, Duration patience) {
        this.suppressions = new SuppressionList(clients, clock);
        this.patience = patience;
        Map<String, Object> config = new HashMap<>(clients.settings().kafka());
        int half = (int) patience.dividedBy(2).toMillis();
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        // A second copy does no harm here. An idempotent producer could fail for good, and would have to be replaced.
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, half);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, half);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, half);
        this.producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    /**
     * Under what an address is stored: its normalised form, or its hash.
     *
     * @throws IllegalArgumentException if it is no address
     */
    public String key(String address) {
        return suppressions.key(address);
    }

    /**
     * Completes when all in-sync replicas have it: from then on, no worker claims a delivery to that address. If it fails, the address
     * may be on the list or not; writing it again does no harm.
     *
     * @return completes with the {@link #key}
     * @throws IllegalArgumentException if it is no address
     */
    public CompletableFuture<String> write(String address, String by, String reason) {
        ProducerRecord<String, byte[]> addition = suppressions.addition(address, by, reason);
        if (!waiting.tryAcquire()) {
            return CompletableFuture.failedFuture(
                    new OperationException(MOST_WAITING + " opt-outs wait for the brokers already"));
        }
        CompletableFuture<String> written = new CompletableFuture<>();
        CompletableFuture<String> counted = written.whenComplete((key, e) -> waiting.release());
        if (!blocked.tryAcquire()) {
            written.completeExceptionally(new OperationException("the brokers do not answer"));
            return counted;
        }
        try {
            var unused = producer.send(addition, (at, e) -> {
                if (e == null) {
                    written.complete(addition.key());
                } else {
                    written.completeExceptionally(e);
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            written.completeExceptionally(e);
        } finally {
            blocked.release();
        }
        return counted;
    }

    @Override
    public void close() {
        producer.close(patience);
    }
}
