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
import java.util.concurrent.TimeUnit;

/** Measures one size of guard: a lost disk, then a lost instance without and with a standby. Timeouts as in {@code deploy}. */
final class Failover {

    private static final int PARTITIONS = 6;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final List<String> AS_LAUNCHED = List.of("-XX:+UseG1GC", "-Xmx1g");

    /**
     * What was measured.
     *
     * @param diskLost from the start on an empty state folder until it is ready
     * @param instanceLost the longest that a message waited when one of two instances was killed, without a standby
     * @param withStandby the same with one
     */
    record Result(int entries, Duration diskLost, Duration instanceLost, Duration withStandby) {}

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
            Duration diskLost = loseDisk(fleet);
            fleet.start(2);
            awaitShared(application, fleet);
            Duration alone = loseInstance(application, fleet, "alone");
            restartWithStandby(fleet);
            awaitShared(application, fleet);
            Duration standby = loseInstance(application, fleet, "standby");
            return new Result(entries, diskLost, alone, standby);
        }
    }

    private Duration loseDisk(Fleet fleet) throws Exception {
        fleet.stop(1);
        Folders.delete(fleet.state(1));
        long began = System.nanoTime();
        fleet.start(1);
        fleet.awaitReady(1);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        journal.note("disk lost: ready after " + took.toMillis() + " ms");
        return took;
    }

    private void restartWithStandby(Fleet fleet) throws Exception {
        fleet.awaitReady(1);
        fleet.stop(1);
        fleet.configure(config -> config.set("instance", "standby-replicas", 1));
        fleet.start(1);
        fleet.start(2);
    }

    /** Until both have half of the tasks, and nothing is restored or copied any more. */
    private void awaitShared(Application application, Fleet fleet) {
        fleet.awaitReady(1);
        fleet.awaitReady(2);
        Patience.until("both instances have half of the tasks, and all copies are complete", LONG, () -> {
            long[] before = {fleet.restored(1), fleet.restored(2)};
            boolean halves = application.members().values().stream().allMatch(tasks -> tasks == PARTITIONS / 2);
            TimeUnit.SECONDS.sleep(5);
            return halves && before[0] == fleet.restored(1) && before[1] == fleet.restored(2);
        });
        journal.note("both instances have half of the tasks");
    }

    private Duration loseInstance(Application application, Fleet fleet, String run) throws Exception {
        try (Probing probing = new Probing(application, run)) {
            Patience.until("probes are decided as they come", LONG, probing::isSteady);
            probing.beginAnew();
            journal.note("probes are decided as they come; the longest wait was "
                    + probing.longestWaitBefore().toMillis() + " ms");
            fleet.kill(2);
            journal.note("instance killed");
            // Its tasks have moved when every message sent meanwhile is decided.
            TimeUnit.SECONDS.sleep(15);
            Patience.until("all probes are decided", LONG, probing::done);
            journal.note(run + ": the longest wait was " + probing.longestWait().toMillis() + " ms");
            return probing.longestWait();
        }
    }
}
