package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Fleet.Health;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Set;

/** Instances killed -9: some at work, some while they start, restore or take tasks over. */
public final class Killed implements Trouble {

    private static final String AT_WORK = "instance killed at work";
    private static final String NOT_READY = "instance killed while it restored or joined";
    private static final String SILENT = "instance killed that gave no answer";
    private static final Duration UP_WITHIN = Duration.ofMinutes(1);

    private int round;

    @Override
    public Set<String> faults() {
        return Set.of(AT_WORK, NOT_READY);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        stage.fleet().awaitReady(victim);
        stage.letWork(Duration.ofMillis(100), Duration.ofSeconds(4));
        kill(stage, victim);
        // Sometimes it is back before anyone has noticed, sometimes after its tasks have moved.
        stage.letWork(Duration.ZERO, Duration.ofSeconds(5));
        stage.fleet().start(victim);
        // It joins and restores now; at which of these it is hit is left to chance, but that it is hit at all.
        Patience.within(UP_WITHIN, () -> stage.fleet().health(victim) != Health.SILENT);
        if (round++ > 0) {
            stage.letWork(Duration.ZERO, Duration.ofSeconds(3));
        }
        kill(stage, victim);
        stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
        stage.fleet().start(victim);
    }

    private static void kill(Stage stage, int victim) throws Exception {
        Health health = stage.fleet().health(victim);
        boolean hit = stage.fleet().kill(victim);
        String fault = switch (health) {
            case READY -> AT_WORK;
            case NOT_READY -> NOT_READY;
            case SILENT -> SILENT;
        };
        stage.journal().fault(fault, hit ? 1 : 0, "instance " + victim);
    }
}
