package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;

/** Brokers that are killed, and connections to them that fail. */
public final class BrokerTrouble {

    private BrokerTrouble() {}

    /** Whether every replica of every topic is in sync. */
    public static boolean isWhole(Admin admin) throws InterruptedException {
        try {
            Collection<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get(10, TimeUnit.SECONDS);
            return admin.describeTopics(topics).allTopicNames().get(10, TimeUnit.SECONDS).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition ->
                            partition.isr().size() == partition.replicas().size());
        } catch (ExecutionException | TimeoutException e) {
            // A broker that is just coming back may not answer yet.
            return false;
        }
    }

    /** The only broker killed -9 and started again on what is on its disk. */
    public static final class OnlyBrokerKilled implements Trouble {

        private static final String KILLED = "broker killed";

        @Override
        public Set<String> faults() {
            return Set.of(KILLED);
        }

        @Override
        public void strike(Stage stage) throws Exception {
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(6));
            stage.brokers().kill(1);
            stage.journal().fault(KILLED, "");
            stage.letWork(Duration.ZERO, Duration.ofSeconds(8));
            stage.brokers().restart(1);
            stage.journal().note("broker is back");
            stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(6));
        }
    }

    /** One of three brokers killed -9, by chance; then the one that keeps the record of a transaction under way. */
    public static final class OneOfThreeLost implements Trouble {

        private static final String ANY = "one of three brokers killed";
        private static final String COORDINATOR = "leader of the log of an open transaction killed";
        private static final Duration PATIENCE = Duration.ofMinutes(1);

        @Override
        public Set<String> faults() {
            return Set.of(ANY, COORDINATOR);
        }

        @Override
        public void strike(Stage stage) throws Exception {
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
            lose(stage, stage.anyBroker(), ANY);
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
            lose(stage, coordinatorAtWork(stage.application().admin()), COORDINATOR);
        }

        private static void lose(Stage stage, int broker, String fault) throws Exception {
            stage.brokers().kill(broker);
            stage.journal().fault(fault, "broker " + broker);
            stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(8));
            stage.brokers().restart(broker);
            // Otherwise the next loss takes a second replica, which a cluster of three does not survive.
            Patience.until(
                    "broker " + broker + " is in sync again",
                    PATIENCE,
                    () -> isWhole(stage.application().admin()));
            stage.journal().note("broker " + broker + " is back and in sync");
        }

        /** The broker that answers for a transaction which is open now. */
        private static int coordinatorAtWork(Admin admin) {
            List<Integer> found = new ArrayList<>();
            Patience.until("a transaction is open", PATIENCE, () -> {
                try {
                    admin.listTransactions(new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                            .allByBrokerId()
                            .get(30, TimeUnit.SECONDS)
                            .forEach((broker, open) -> {
                                if (!open.isEmpty()) {
                                    found.add(broker);
                                }
                            });
                } catch (ExecutionException | TimeoutException e) {
                    // A broker that was just restarted may still be reading its transaction log.
                    return false;
                }
                return !found.isEmpty();
            });
            return found.get(0);
        }
    }

    /** Connections between clients and broker: closed, reset within an answer, slow, silent. */
    public static final class Network implements Trouble {

        private static final String CUT = "connections cut";
        private static final String RESET = "connections reset in the middle of an answer";
        private static final String SLOW = "connections slowed down";
        private static final String SILENT = "connections gone silent";

        @Override
        public Set<String> faults() {
            return Set.of(CUT, RESET, SLOW, SILENT);
        }

        @Override
        public void strike(Stage stage) throws Exception {
            FaultProxy way = stage.proxies().get(0);
            stage.letWork(Duration.ofMillis(500), Duration.ofSeconds(2));
            fault(stage, CUT, way.cut(), " of them");
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
            fault(stage, RESET, way.reset(Duration.ofSeconds(2)), " of them");
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
            way.delay(Duration.ofMillis(50 + stage.random().nextInt(250)));
            stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(5));
            fault(stage, SLOW, way.delay(Duration.ZERO), " requests and answers");
            way.silence();
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(8));
            fault(stage, SILENT, way.speak(), " requests and answers held");
        }

        private static void fault(Stage stage, String name, int hit, String what) {
            stage.journal().fault(name, hit, hit + what);
        }

        @Override
        public void heal(Stage stage) {
            stage.proxies().forEach(proxy -> {
                proxy.delay(Duration.ZERO);
                proxy.speak();
            });
        }
    }
}
