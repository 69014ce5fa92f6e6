package dev.hapax.chaos.campaign;

import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.chaos.stage.Journal;
import dev.hapax.chaos.trouble.BrokerTrouble;
import dev.hapax.embedded.BrokerCluster;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** All processes that a campaign needs. Any of them can be killed, and those that are dead are started again. */
final class CampaignCrew implements AutoCloseable {

    static final int WORKERS = 3;
    private static final int INSTANCES = 2;
    private static final Duration IN_SYNC_WITHIN = Duration.ofMinutes(2);
    private static final String BROKER_TOO_SLOW = "answered within";

    private final DeliveryApplication application;
    private final BrokerCluster brokers;
    private final Random chance;
    private final Journal journal;
    private final List<HapaxProcess> instances = new ArrayList<>();
    private final List<HapaxProcess> workers = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private int kills;

    CampaignCrew(DeliveryApplication application, BrokerCluster brokers, Random chance, Journal journal)
            throws IOException {
        this.application = application;
        this.brokers = brokers;
        this.chance = chance;
        this.journal = journal;
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(application.startInstance(i));
        }
        for (int i = 0; i < WORKERS; i++) {
            workers.add(application.startWorker(i));
        }
    }

    /** As by {@code kill -9}. Brokers and the mail server are started again at once, others by {@link #revive}. */
    void kill(CampaignFault fault) throws IOException, InterruptedException {
        String who = switch (fault) {
            case WORKER -> kill(workers);
            case INSTANCE -> kill(instances);
            case BROKER -> killBroker();
            case MAIL_SERVER -> {
                application.mailServer().kill();
                application.mailServer().restart();
                yield "";
            }
        };
        kills++;
        journal.fault(fault.description(), who);
    }

    private String kill(List<HapaxProcess> processes) throws InterruptedException {
        int one = chance.nextInt(processes.size());
        processes.get(one).kill();
        return Integer.toString(one);
    }

    private String killBroker() {
        // A cluster of three does not survive the loss of a second replica.
        Patience.until(
                "all brokers are in sync",
                IN_SYNC_WITHIN,
                () -> BrokerTrouble.isWhole(application.application().admin()));
        int broker = 1 + chance.nextInt(brokers.size());
        brokers.kill(broker);
        brokers.restart(broker);
        return Integer.toString(broker);
    }

    int kills() {
        return kills;
    }

    /** Starts what is dead. Whatever ended by itself is a problem, unless a broker was too slow for its start. */
    void revive() throws IOException {
        for (int i = 0; i < instances.size(); i++) {
            if (isDead(instances.get(i), "instance " + i)) {
                instances.set(i, application.startInstance(i));
            }
        }
        for (int i = 0; i < workers.size(); i++) {
            if (isDead(workers.get(i), "worker " + i)) {
                workers.set(i, application.startWorker(i));
            }
        }
    }

    private boolean isDead(HapaxProcess process, String who) throws IOException {
        if (process.isAlive()) {
            return false;
        }
        if (!process.wasKilled()) {
            String printed = process.printedToErr().strip();
            String lastWords = printed.substring(printed.lastIndexOf('\n') + 1);
            journal.note(who + " gave up: " + lastWords);
            if (!lastWords.contains(BROKER_TOO_SLOW)) {
                problems.add(who + " gave up by itself: " + lastWords);
            }
        }
        return true;
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public void close() {
        workers.forEach(HapaxProcess::close);
        instances.forEach(HapaxProcess::close);
    }
}
