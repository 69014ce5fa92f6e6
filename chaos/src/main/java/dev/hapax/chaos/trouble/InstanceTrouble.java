package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Fleet.Health;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Folders;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;

/** Instances that are killed, restarted, added, taken away or stalled. */
public final class InstanceTrouble {

    private InstanceTrouble() {}

    /** Instances killed with -9: while they work, while they join, and while they restore their guard. */
    public static final class Killed implements Trouble {

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
            // One batch at a time: a small guard would be restored before an instance could be killed meanwhile.
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

        /** No instance has the guard any more, so one restores it from the changelog, and is killed meanwhile. */
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

        /** Kills it in this state, or while it works if it was never seen in this state. */
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

    /** Each instance in turn is stopped cleanly and started again, as in a rolling upgrade. */
    public static final class RollingRestart implements Trouble {

        private static final String RESTARTED = "instance restarted in good order";

        @Override
        public Set<String> faults() {
            return Set.of(RESTARTED);
        }

        @Override
        public int instances() {
            return 3;
        }

        @Override
        public void strike(Stage stage) throws Exception {
            for (int number : stage.fleet().running()) {
                stage.fleet().stop(number);
                stage.letWork(Duration.ZERO, Duration.ofSeconds(1));
                stage.fleet().start(number);
                stage.fleet().awaitReady(number);
                stage.journal().fault(RESTARTED, "instance " + number);
            }
        }
    }

    /** One instance, then three, then one again. */
    public static final class Scaled implements Trouble {

        private static final String UP = "instance added";
        private static final String DOWN = "instance taken away";
        private static final Duration PATIENCE = Duration.ofMinutes(1);

        @Override
        public Set<String> faults() {
            return Set.of(UP, DOWN);
        }

        @Override
        public int instances() {
            return 1;
        }

        @Override
        public void strike(Stage stage) throws Exception {
            for (int number = 2; number <= 3; number++) {
                stage.fleet().start(number);
                stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
            }
            for (int number = 2; number <= 3; number++) {
                stage.fleet().awaitReady(number);
            }
            Patience.until("all three have work", PATIENCE, () -> {
                Map<String, Integer> tasks = stage.application().members();
                return tasks.size() == 3 && tasks.values().stream().allMatch(count -> count > 0);
            });
            for (int number = 2; number <= 3; number++) {
                stage.journal().fault(UP, "instance " + number);
            }
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(4));
            // Any two of the three, so that the one left over is not always the one that has been there from the
            // beginning.
            int first = 1 + stage.random().nextInt(3);
            int second = 1 + (first + stage.random().nextInt(2)) % 3;
            for (int number : new int[] {first, second}) {
                stage.fleet().stop(number);
                stage.journal().fault(DOWN, "instance " + number);
                stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
            }
            renumber(stage);
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        }

        /** The next round begins with the one numbered 1. */
        private static void renumber(Stage stage) throws Exception {
            int left = stage.fleet().running().get(0);
            if (left != 1) {
                stage.fleet().start(1);
                stage.fleet().awaitReady(1);
                stage.fleet().stop(left);
            }
        }
    }

    /**
     * An instance that stands still past its session, in the middle of a transaction, while others take its tasks; then it wakes as if
     * nothing had been.
     */
    public static final class Stalled implements Trouble {

        private static final String STALLED = "instance stalled past its session, in a transaction";
        private static final String FENCED = "zombie's transaction refused";
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        /** Longer than the transaction of a running instance stays open. */
        private static final Duration STANDING = Duration.ofMillis(1500);

        /** What it logs when it is resumed and continues its transaction. */
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

        /** Without an open transaction there is nothing to refuse: then it is resumed for a moment and stalled again. */
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
}
