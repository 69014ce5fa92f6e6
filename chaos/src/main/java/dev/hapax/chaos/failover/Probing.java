package dev.hapax.chaos.failover;

import dev.hapax.harness.Application;
import dev.hapax.harness.OutputFact;
import dev.hapax.harness.TopicLog;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a message every 20 ms and measures the time until its decision is visible. The longest wait is the outage. */
final class Probing implements AutoCloseable {

    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration PROMPT = Duration.ofSeconds(1);
    private static final int STEADY = 200;

    private final Application application;
    private final String run;
    private final KafkaConsumer<byte[], byte[]> decisions;
    private final Map<String, Long> sent = new ConcurrentHashMap<>();
    private final Map<String, Long> waits = new ConcurrentHashMap<>();
    private final Thread sending = new Thread(this::send, "probe-send");
    private final Thread reading = new Thread(this::read, "probe-read");
    private final AtomicInteger inARow = new AtomicInteger();
    private volatile Duration before = Duration.ZERO;
    private volatile boolean enough;
    private volatile boolean ended;

    Probing(Application application, String run) {
        this.application = application;
        this.run = run;
        this.decisions = atTheEnd(application);
        sending.start();
        reading.start();
    }

    /** A reader of the decisions made from now on. */
    private static KafkaConsumer<byte[], byte[]> atTheEnd(Application application) {
        KafkaConsumer<byte[], byte[]> consumer =
                TopicLog.consumer(application.bootstrapServers(), List.of(application.topic(Topic.DECISIONS)));
        consumer.seekToEnd(consumer.assignment());
        // It looks for the ends only when it is asked where it stands.
        consumer.assignment().forEach(consumer::position);
        return consumer;
    }

    private void send() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", application.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; !enough; i++) {
                String id = run + "-" + i;
                byte[] value = Application.utf8("{\"id\":\"%s\",\"subject\":\"Probe\"}".formatted(id));
                sent.put(id, System.nanoTime());
                var unused = producer.send(
                        new ProducerRecord<>(application.input(), Application.utf8(id), value), (at, failed) -> {
                            if (failed != null) {
                                sent.remove(id);
                            }
                        });
                LockSupport.parkNanos(PACE.toNanos());
            }
        }
    }

    private void read() {
        try (decisions) {
            while (!ended) {
                decisions.poll(Duration.ofMillis(50)).forEach(decision -> seen(OutputFact.identity(decision)));
            }
        }
    }

    private void seen(String id) {
        Long since = sent.get(id);
        if (since != null) {
            waits.put(id, System.nanoTime() - since);
            inARow.set(System.nanoTime() - since < PROMPT.toNanos() ? inARow.get() + 1 : 0);
        }
    }

    /** Whether all recent probes were decided promptly, so that a later wait is caused by the loss. */
    boolean isSteady() {
        return inARow.get() > STEADY;
    }

    /** Starts a new count of waits. */
    void beginAnew() {
        before = longestWait();
        waits.keySet().forEach(id -> {
            sent.remove(id);
            waits.remove(id);
        });
    }

    Duration longestWaitBefore() {
        return before;
    }

    /** Sends no more; whether all that was sent has been decided. */
    boolean done() {
        enough = true;
        return !sending.isAlive() && waits.keySet().containsAll(sent.keySet());
    }

    Duration longestWait() {
        return Duration.ofNanos(
                waits.values().stream().mapToLong(Long::longValue).max().orElse(0));
    }

    @Override
    public void close() {
        enough = true;
        ended = true;
        try {
            sending.join();
            reading.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
