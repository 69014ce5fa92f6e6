package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.guarantees.ExactlyOnce;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Outputs;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers die between "done" and "recorded": each message must still act once. */
@Timeout(400)
class KilledInstanceIT {

    private static final int KILLS = 5;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final ExactlyOnce decisions = new ExactlyOnce();
    private final ExactlyOnce quarantine = new ExactlyOnce();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger notTaken = new AtomicInteger();
    private final AtomicBoolean enough = new AtomicBoolean();

    @Test
    void shouldDecideEachMessageOnceHoweverOftenTheInstanceIsKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int killed = 0;
        try (Application application = BROKER.application("killed")) {
            ApplicationConfig config =
                    application.config().set("topics", "partitions", 3).set("instance", "threads", 2);
            application.createTopics(config);
            try (Outputs outputs = application.outputs()) {
                CompletableFuture<Void> load = CompletableFuture.runAsync(() -> send(application.input(), seed));
                try {
                    while (killed < KILLS) {
                        try (HapaxProcess instance = application.start(config)) {
                            outputs.awaitTotal(instance, outputs.total() + 100 + random.nextInt(700));
                            assertThat(instance.isAlive())
                                    .as("alive when killed")
                                    .isTrue();
                            instance.kill();
                            killed++;
                        }
                    }
                } finally {
                    enough.set(true);
                }
                load.join();
                try (HapaxProcess instance = application.start(config)) {
                    outputs.awaitTotal(instance, sent.get());
                    instance.terminate();
                    assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                }
                outputs.readAll();
                outputs.decided().forEach(decisions::onSeen);
                outputs.quarantined().forEach(quarantine::onSeen);
                assertThat(outputs.total())
                        .as("read = decided + suppressed + quarantined; seed %d", seed)
                        .isEqualTo(sent.get());
            }
        }

        assertThat(killed).isEqualTo(KILLS);
        assertThat(notTaken).as("messages the broker did not take").hasValue(0);
        decisions.verify();
        quarantine.verify();
    }

    /** A steady load: two in ten are copies of earlier ones, one in fifty is poison. */
    private void send(String topic, long seed) {
        Random random = new Random(seed);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; !enough.get(); i++) {
                boolean poison = random.nextInt(50) == 0;
                boolean copy = !poison && i > 10 && random.nextInt(5) == 0;
                int number = copy ? random.nextInt(i) : i;
                String value = poison ? "{broken " + i : "{\"id\":\"m" + number + "\",\"subject\":\"Payment failed\"}";
                var message = new ProducerRecord<>(topic, null, System.currentTimeMillis(), "k" + number, value);
                sent.incrementAndGet();
                var unused = producer.send(message, (at, failed) -> {
                    if (failed != null) {
                        notTaken.incrementAndGet();
                    } else if (poison) {
                        quarantine.onSent(at.partition() + "@" + at.offset() + " UNREADABLE");
                    } else {
                        decisions.onSent("m" + number);
                    }
                });
                if (i % 100 == 0) {
                    producer.flush();
                    LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                }
            }
        }
    }
}
