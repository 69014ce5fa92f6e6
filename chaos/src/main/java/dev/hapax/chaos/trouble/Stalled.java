package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * An instance that stands still past its session, in the middle of a transaction, while others take its tasks; then it wakes as if
 * nothing had been.
 */
public final class Stalled implements Trouble {

    private static final String STALLED = "instance stalled past its session, in a transaction";
    private static final String FENCED = "zombie's transaction refused";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Longer than any that is at work is under way. */
    private static final Duration STANDING = Duration.ofMillis(1500);

    /** What it says when it has woken and goes on with its transaction. */
    private static final Pattern REFUSED =
            Pattern.compile("TaskMigrated|InvalidTxnState|InvalidProducerEpoch|ProducerFenced");

    @Override
    public Set<String> faults() {
        return Set.of(STALLED, FENCED);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        HapaxProcess zombie = stage.fleet().instance(victim);
        int members = stage.application().members().size();
        int said = zombie.printedToErr().length();
        try {
            Patience.until(
                    "it is stalled in the middle of a transaction",
                    PATIENCE,
                    () -> isStalledInATransaction(stage, zombie));
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
                "the transaction of the instance that woke is refused",
                PATIENCE,
                () -> REFUSED.matcher(zombie.printedToErr().substring(said)).find());
        stage.journal().fault(FENCED, "instance " + victim);
        stage.fleet().awaitReady(victim);
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    /** Between two transactions there would be nothing to refuse: then it goes on for a moment, and is stalled anew. */
    private static boolean isStalledInATransaction(Stage stage, HapaxProcess zombie) throws Exception {
        stage.letWork(Duration.ofMillis(50), Duration.ofMillis(500));
        zombie.stall();
        TimeUnit.NANOSECONDS.sleep(STANDING.toNanos());
        if (isAnyStanding(stage.application().admin())) {
            return true;
        }
        zombie.resume();
        return false;
    }

    private static boolean isAnyStanding(Admin admin) throws Exception {
        return !admin.listTransactions(new ListTransactionsOptions()
                        .filterStates(Set.of(TransactionState.ONGOING))
                        .filterOnDuration(STANDING.toMillis()))
                .all()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .isEmpty();
    }
}
