package dev.hapax.app.sample;

import dev.hapax.app.FailedException;
import dev.hapax.config.Settings;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends sample messages at a given rate. */
final class Sending implements AutoCloseable {

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final SampleTarget target;
    private final SampleMessages samples;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Map<SampleMessages.Kind, Long> sent = new EnumMap<>(SampleMessages.Kind.class);

    Sending(Settings settings, SampleTarget target, String run) {
        Map<String, Object> config = new HashMap<>(settings.kafka());
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        this.target = target;
        this.samples =
                new SampleMessages(run, target.identity(), target.source().fields());
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        for (SampleMessages.Kind kind : SampleMessages.Kind.values()) {
            sent.put(kind, 0L);
        }
    }

    /**
     * Sends the messages, and returns how many of each kind the brokers accepted.
     *
     * @param rate messages a second; 0 for no limit
     * @param progress is called with the count after each message
     */
    Map<SampleMessages.Kind, Long> send(long messages, long rate, LongConsumer progress) {
        long began = System.nanoTime();
        for (long n = 1; n <= messages && failure.get() == null; n++) {
            SampleMessages.Message sample = samples.sample(n);
            var unused = producer.send(target.record(sample), (metadata, e) -> {
                if (e != null) {
                    failure.compareAndSet(null, e);
                }
            });
            sent.merge(sample.kind(), 1L, Long::sum);
            progress.accept(n);
            if (rate > 0) {
                waitUntil(began + n * SECOND_NANOS / rate);
            }
        }
        producer.flush();
        Exception e = failure.get();
        if (e != null) {
            throw new FailedException(
                    "topic " + target.source().topic() + ": a message was rejected: " + e.getMessage(), e);
        }
        return sent;
    }

    private static void waitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
