package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Fleet.Health;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Folders;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Instances killed -9: at work, while they join, and while they read their guard from the changelog. */
public final class Killed implements Trouble {

    private static final String AT_WORK = "instance killed at work";
    private static final String JOINING = "instance killed while it joined";
    private static final String RESTORING = "instance killed while it restored";
    private static final String SILENT = "instance killed that gave no answer";
    private static final int INSTANCES = 2;
    private static final Duration UP_WITHIN = Duration.ofMinutes(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    @Override
    public Set<String> faults() {
        return Set.of(AT_WORK, JOINING, RESTORING);
    }

    @Override
    public int instances() {
        return INSTANCES;
    }

    @Override
    public void prepare(Stage stage) {
        // A batch at a time: the guard of a minute's work would be back before anyone could be hit at it.
        stage.fleet().configure(config -> config.set("kafka", "restore.consumer.fetch.max.bytes", 1));
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        stage.fleet().awaitReady(victim);
        stage.letWork(Duration.ofMillis(100), Duration.ofSeconds(4));
        kill(stage, victim, stage.fleet().health(victim));
        // Sometimes it is back before anyone has noticed, sometimes after its tasks have moved.
        stage.letWork(Duration.ZERO, Duration.ofSeconds(5));
        startAndKill(stage, victim, Health.JOINING);
        stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
        loseAll(stage, victim);
    }

    /** Nobody has the guard any more, so it is read from the changelog, by one that is killed at that. */
    private static void loseAll(Stage stage, int victim) throws Exception {
        for (int number : stage.fleet().running()) {
            stage.fleet().awaitReady(number);
            stage.letWork(Duration.ZERO, Duration.ofMillis(500));
            kill(stage, number, stage.fleet().health(number));
        }
        Folders.deleteUnder(stage.fleet().state(victim));
        startAndKill(stage, victim, Health.RESTORING);
        for (int number = 1; number <= INSTANCES; number++) {
            stage.fleet().start(number);
        }
    }

    /** Kills it when it is seen at this, or, when it has not been at that, at work. */
    private static void startAndKill(Stage stage, int victim, Health when) throws Exception {
        stage.fleet().start(victim);
        long end = System.nanoTime() + UP_WITHIN.toNanos();
        Health health = stage.fleet().health(victim);
        while (health != when && health != Health.READY && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            health = stage.fleet().health(victim);
        }
        kill(stage, victim, health);
    }

    private static void kill(Stage stage, int victim, Health health) throws Exception {
        boolean hit = stage.fleet().kill(victim);
        String fault = switch (health) {
            case READY -> AT_WORK;
            case RESTORING -> RESTORING;
            case JOINING -> JOINING;
            case SILENT -> SILENT;
        };
        stage.journal().fault(fault, hit ? 1 : 0, "instance " + victim);
    }
}
