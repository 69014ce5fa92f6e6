package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import java.time.Duration;
import java.util.Set;

/** Instances killed -9: some at work, some while they start, restore or take tasks over. */
public final class Killed implements Trouble {

    private static final String AT_WORK = "instance killed at work";
    private static final String NOT_READY = "instance killed while it restored or joined";

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
        // It starts, joins and restores now; at which of these it is hit is left to chance.
        stage.letWork(Duration.ofMillis(200), Duration.ofSeconds(4));
        kill(stage, victim);
        stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
        stage.fleet().start(victim);
    }

    private static void kill(Stage stage, int victim) throws InterruptedException {
        boolean ready = stage.fleet().isReady(victim);
        stage.fleet().kill(victim);
        stage.journal().fault(ready ? AT_WORK : NOT_READY, "instance " + victim);
    }
}
