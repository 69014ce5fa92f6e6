package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers die between "done" and "recorded": each message must still act once. */
@Timeout(300)
class KilledInstanceIT {

    private static final int KILLS = 5;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final ExactlyOnce decisions = new ExactlyOnce();
    private final ExactlyOnce quarantine = new ExactlyOnce();
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong notTaken = new AtomicLong();
    private final AtomicBoolean enough = new AtomicBoolean();
    private final Map<String, Long> written = new HashMap<>();

    @Test
    void shouldDecideEachMessageOnceHoweverOftenTheInstanceIsKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int killed = 0;
        try (TestCluster cluster = TestCluster.start(folder, "");
                KafkaConsumer<String, byte[]> outputs =
                        cluster.reader("hapax.decisions", "hapax.alerts", "hapax.duplicates", "hapax.quarantine")) {
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> send(cluster, seed));
            try {
                while (killed < KILLS) {
                    try (HapaxProcess instance = start(cluster)) {
                        readUntilMore(outputs, 100 + random.nextInt(700), instance);
                        assertThat(instance.isAlive()).as("alive when killed").isTrue();
                        instance.kill();
                        killed++;
                    }
                }
            } finally {
                enough.set(true);
            }
            load.join();
            try (HapaxProcess instance = start(cluster)) {
                while (!(decisions.allSeen() && quarantine.allSeen() && totalWritten() >= records.get())) {
                    read(outputs);
                    assertThat(instance.isAlive())
                            .as("seed %d\n%s", seed, instance.printed())
                            .isTrue();
                }
                instance.terminate();
                assertThat(instance.exitCode(30)).isZero();
                read(outputs);
            }
        }

        assertThat(killed).isEqualTo(KILLS);
        assertThat(notTaken).as("messages the broker did not take").hasValue(0);
        decisions.verify();
        quarantine.verify();
        assertThat(totalWritten())
                .as("read = decided + suppressed + quarantined; seed %d, %s", seed, written)
                .isEqualTo(records.get());
    }

    private HapaxProcess start(TestCluster cluster) throws Exception {
        return HapaxProcess.start(
                folder.resolve("instance.log"),
                "run",
                "-c",
                cluster.configFile().toString());
    }

    /** A steady load: two in ten are copies of earlier ones, one in fifty is poison. */
    private void send(TestCluster cluster, long seed) {
        Random random = new Random(seed);
        try (KafkaProducer<String, String> producer = cluster.producer()) {
            for (int i = 0; !enough.get(); i++) {
                boolean poison = random.nextInt(50) == 0;
                boolean copy = !poison && i > 10 && random.nextInt(5) == 0;
                int number = copy ? random.nextInt(i) : i;
                String value = poison ? "{broken " + i : "{\"id\":\"m" + number + "\",\"subject\":\"Payment failed\"}";
                records.incrementAndGet();
                var unused = producer.send(
                        new ProducerRecord<>(TestCluster.INPUT, null, System.currentTimeMillis(), "k" + number, value),
                        (at, failed) -> {
                            if (failed != null) {
                                notTaken.incrementAndGet();
                                return;
                            }
                            if (poison) {
                                quarantine.onSent(at.topic() + "-" + at.partition() + "@" + at.offset());
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

    private void readUntilMore(KafkaConsumer<String, byte[]> outputs, int more, HapaxProcess instance)
            throws Exception {
        int goal = decisions.seenSoFar() + more;
        while (decisions.seenSoFar() < goal) {
            read(outputs);
            assertThat(instance.isAlive()).as("%s", instance.printed()).isTrue();
        }
    }

    private void read(KafkaConsumer<String, byte[]> outputs) {
        for (ConsumerRecord<String, byte[]> record : outputs.poll(Duration.ofMillis(200))) {
            written.merge(record.topic(), 1L, Long::sum);
            if (record.topic().equals("hapax.decisions")) {
                decisions.onSeen(record.key());
            } else if (record.topic().equals("hapax.quarantine")) {
                quarantine.onSeen(KafkaHeaders.text(record.headers(), HeaderNames.ERROR_TOPIC) + "-"
                        + KafkaHeaders.text(record.headers(), HeaderNames.ERROR_PARTITION) + "@"
                        + KafkaHeaders.text(record.headers(), HeaderNames.ERROR_OFFSET));
            }
        }
    }

    private long totalWritten() {
        return written.getOrDefault("hapax.decisions", 0L)
                + written.getOrDefault("hapax.duplicates", 0L)
                + written.getOrDefault("hapax.quarantine", 0L);
    }
}
