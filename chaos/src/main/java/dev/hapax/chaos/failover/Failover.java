package dev.hapax.chaos.failover;

import dev.hapax.chaos.stage.Fleet;
import dev.hapax.chaos.stage.Journal;
import dev.hapax.embedded.BrokerCluster;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.harness.Application;
import dev.hapax.harness.Folders;
import dev.hapax.harness.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Measures one size of guard: a lost disk and a lost instance, without and with a standby. Timeouts as in {@code deploy}. */
final class Failover {

    private static final int PARTITIONS = 6;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final List<String> AS_LAUNCHED = List.of("-XX:+UseG1GC", "-Xmx1g");

    /**
     * What was measured.
     *
     * @param disk of an instance was lost: from its start on an empty folder until it is ready
     * @param diskWithStandby the same where another has a standby, and so the work
     * @param instance of two was killed: the longest that a message waited
     * @param instanceWithStandby the same where the other has a standby
     */
    record Result(
            int entries, Duration disk, Duration diskWithStandby, Duration instance, Duration instanceWithStandby) {}

    private final int entries;
    private final Path folder;
    private final Journal journal;

    Failover(int entries, Path folder, Journal journal) {
        this.entries = entries;
        this.folder = folder;
        this.journal = journal;
    }

    Result measure() throws Exception {
        BrokerOptions options = BrokerOptions.defaults()
                .withJvmFlags(List.of("-Xmx1g"))
                .withProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        try (BrokerCluster broker = BrokerCluster.start(folder.resolve("broker"), 1, options);
                Application application = new Application("failover", broker.bootstrapServers(), folder);
                Fleet fleet = new Fleet(
                        application,
                        journal,
                        config -> config.set("topics", "partitions", PARTITIONS)
                                .set("instance", "threads", 2)
                                .set("instance", "session-timeout", "10s")
                                .set("instance", "transaction-timeout", "6s"))) {
            application.jvmFlags(AS_LAUNCHED);
            application.createTopics(fleet.config(1));
            fleet.start(1);
            fleet.awaitReady(1);
            new Filling(application, fleet).fill(entries);
            journal.note(entries + " entries in the guard");
            Duration disk = loseDisk(fleet, 1);
            fleet.start(2);
            awaitShared(application, fleet);
            // Not the second one: on the disk of the first, which has had all of it, its half would still be found.
            Duration instance = loseInstance(application, fleet, 1, "alone");
            restartWithStandby(fleet);
            awaitShared(application, fleet);
            Duration instanceWithStandby = loseInstance(application, fleet, 1, "standby");
            fleet.start(1);
            awaitCopies(fleet);
            Duration diskWithStandby = loseDisk(fleet, 2);
            return new Result(entries, disk, diskWithStandby, instance, instanceWithStandby);
        }
    }

    private Duration loseDisk(Fleet fleet, int number) throws Exception {
        fleet.stop(number);
        Folders.delete(fleet.state(number));
        long began = System.nanoTime();
        fleet.start(number);
        fleet.awaitReady(number);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        journal.note("disk of instance " + number + " lost: ready after " + took.toMillis() + " ms");
        return took;
    }

    private void restartWithStandby(Fleet fleet) throws Exception {
        fleet.awaitReady(2);
        fleet.stop(2);
        fleet.configure(config -> config.set("instance", "standby-replicas", 1));
        fleet.start(1);
        fleet.start(2);
    }

    private void awaitShared(Application application, Fleet fleet) {
        Patience.until(
                "both instances have half of the tasks",
                LONG,
                () -> application.members().values().stream().allMatch(tasks -> tasks == PARTITIONS / 2));
        awaitCopies(fleet);
    }

    /** Waits until both are ready and neither restores or copies anything. */
    private void awaitCopies(Fleet fleet) {
        fleet.awaitReady(1);
        fleet.awaitReady(2);
        Patience.until("all copies are complete", LONG, () -> {
            long[] before = {fleet.restored(1), fleet.restored(2)};
            TimeUnit.SECONDS.sleep(5);
            return before[0] == fleet.restored(1) && before[1] == fleet.restored(2);
        });
        journal.note("both instances are ready, and all copies complete");
    }

    private Duration loseInstance(Application application, Fleet fleet, int number, String run) throws Exception {
        try (Probing probing = new Probing(application, run)) {
            Patience.until("probes are decided as they come", LONG, probing::isSteady);
            probing.beginAnew();
            journal.note("probes are decided as they come; the longest wait was "
                    + probing.longestWaitBefore().toMillis() + " ms");
            fleet.kill(number);
            journal.note("instance killed");
            // Its tasks have moved when every message sent meanwhile is decided.
            TimeUnit.SECONDS.sleep(15);
            Patience.until("all probes are decided", LONG, probing::done);
            journal.note(run + ": the longest wait was " + probing.longestWait().toMillis() + " ms");
            return probing.longestWait();
        }
    }

    /** Fills the guard with entries by sending one message for each. */
    static final class Filling {

        private static final Duration PATIENCE = Duration.ofMinutes(20);

        private final Application application;
        private final Fleet fleet;

        Filling(Application application, Fleet fleet) {
            this.application = application;
            this.fleet = fleet;
        }

        /** Sends the messages, and waits until all are read and none waits for its guard. */
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
            String document =
                    "{\"id\":\"%s\",\"subject\":\"Payment failed\",\"amount\":%d}".formatted(id, number % 1000);
            return new ProducerRecord<>(
                    application.input(),
                    null,
                    System.currentTimeMillis(),
                    Application.utf8(id),
                    Application.utf8(document));
        }
    }
}
