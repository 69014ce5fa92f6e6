package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/** An instance that stands still past its session while others take its tasks, and then wakes as if nothing had been. */
public final class Stalled implements Trouble {

    private static final String STALLED = "instance stalled past its session";
    private static final String PUT_OUT = "zombie put out";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * What it says when it has woken: either a transaction of its was refused, or it had none open, and has found itself out of
     * the group and joins again.
     */
    private static final Pattern TOLD = Pattern.compile(
            "TaskMigrated|InvalidTxnState|InvalidProducerEpoch|ProducerFenced|REBALANCING \\(was RUNNING\\)");

    @Override
    public Set<String> faults() {
        return Set.of(STALLED, PUT_OUT);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        HapaxProcess zombie = stage.fleet().instance(victim);
        int members = stage.application().members().size();
        zombie.stall();
        int said = zombie.printedToErr().length();
        try {
            Patience.until(
                    "the others have taken over from the stalled instance",
                    PATIENCE,
                    () -> stage.application().members().size() < members);
            stage.journal().fault(STALLED, "instance " + victim);
            // Long enough for the others to write as the owners of its tasks.
            stage.letWork(Duration.ofSeconds(4), Duration.ofSeconds(8));
        } finally {
            zombie.resume();
        }
        Patience.until(
                "the instance that woke has been told that its tasks are not its own",
                PATIENCE,
                () -> TOLD.matcher(zombie.printedToErr().substring(said)).find());
        stage.journal().fault(PUT_OUT, "instance " + victim);
        stage.fleet().awaitReady(victim);
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
    }
}
