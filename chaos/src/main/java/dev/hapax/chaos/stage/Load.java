package dev.hapax.chaos.stage;

import dev.hapax.domain.Coordinates;
import dev.hapax.harness.Application;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends messages at a steady rate until it is closed. */
public final class Load implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(20);

    private final String topic;
    private final int perSecond;
    private final Traffic traffic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread;
    private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean enough;
    private volatile @Nullable Throwable failure;

    public Load(String bootstrapServers, String topic, int perSecond, long seed) {
        this.topic = topic;
        this.perSecond = perSecond;
        this.traffic = new Traffic(seed);
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ProducerConfig.LINGER_MS_CONFIG, 10,
                        // Of several under way a new leader may refuse the first and take the second: they block each
                        // other.
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5000,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG, 120_000),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.thread = new Thread(this::sendUntilEnough, "load");
        thread.setUncaughtExceptionHandler((unused, e) -> failure = e);
    }

    public void start() {
        thread.start();
    }

    private void sendUntilEnough() {
        long began = System.nanoTime();
        long sent = 0;
        while (!enough) {
            long due = (System.nanoTime() - began)
                    * perSecond
                    / Duration.ofSeconds(1).toNanos();
            // Messages that a fault has delayed are not sent in one burst afterwards.
            for (long i = Math.max(sent, due - perSecond); i < due && !enough; i++) {
                // Its callback gets the result.
                var unused = sendNext();
            }
            sent = Math.max(sent, due);
            LockSupport.parkNanos(TICK.toNanos());
        }
    }

    private Future<RecordMetadata> sendNext() {
        Traffic.Item item = traffic.next();
        return send(item.key(), item.value(), System.currentTimeMillis());
    }

    /** Sends one more message, of this time. */
    public Future<RecordMetadata> sendAt(String id, long time) {
        return send(id, "{\"id\":\"%s\",\"subject\":\"Out of time\"}".formatted(id), time);
    }

    private Future<RecordMetadata> send(String key, String value, long time) {
        return producer.send(
                new ProducerRecord<>(topic, null, time, Application.utf8(key), Application.utf8(value)),
                (at, failed) -> {
                    if (failed == null) {
                        acknowledged.add(new Coordinates(at.topic(), at.partition(), at.offset()).toString());
                    } else {
                        unanswered.incrementAndGet();
                    }
                });
    }

    /** The coordinates of the acknowledged messages. */
    public Iterable<String> acknowledged() {
        return acknowledged;
    }

    /** The number of messages without an acknowledgement: the broker may have them or not. */
    public int unanswered() {
        return unanswered.get();
    }

    /** Sends no more, and waits for the answers to what was sent. */
    public void end() throws InterruptedException {
        enough = true;
        thread.join();
        Throwable failed = failure;
        if (failed != null) {
            throw new AssertionError("no messages were sent any more, since " + failed, failed);
        }
        producer.flush();
    }

    @Override
    public void close() {
        enough = true;
        producer.close(Duration.ofSeconds(5));
    }

    /**
     * What is sent, one message after the other, as it follows from a seed: of each hundred about twenty are copies, two are poison,
     * one contradicts an earlier one.
     */
    static final class Traffic {

        private static final String[] SUBJECTS = {
            "Payment failed", "Your invoice", "Disk full on db-1", "Weekly newsletter"
        };

        /** A message to be sent. */
        record Item(String key, String value) {}

        private final Random random;
        private int next;

        Traffic(long seed) {
            this.random = new Random(seed);
        }

        Item next() {
            int dice = random.nextInt(100);
            if (dice < 2) {
                return new Item("poison-" + next, "{broken " + next);
            }
            if (dice < 23 && next > 0) {
                int earlier = random.nextInt(next);
                return item(earlier, dice < 3 ? "Something else" : subject(earlier));
            }
            int number = next++;
            return item(number, subject(number));
        }

        private static Item item(int number, String subject) {
            String id = "m" + number;
            return new Item(id, "{\"id\":\"%s\",\"subject\":\"%s\"}".formatted(id, subject));
        }

        private static String subject(int number) {
            return SUBJECTS[number % SUBJECTS.length];
        }
    }
}
