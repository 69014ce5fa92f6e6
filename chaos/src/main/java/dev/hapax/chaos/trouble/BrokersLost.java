package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
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

/** One of three brokers killed -9, by chance; then the one that keeps the record of a transaction under way. */
public final class BrokersLost implements Trouble {

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
        // Else the next loss takes a second copy, which no cluster of three promises to outlive.
        Patience.until("broker " + broker + " is in sync again", PATIENCE, () -> isWhole(stage));
        stage.journal().note("broker " + broker + " is back and in sync");
    }

    private static boolean isWhole(Stage stage) throws InterruptedException {
        try {
            Admin admin = stage.application().admin();
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
                // A broker that has come back just now may still be reading its log of transactions.
                return false;
            }
            return !found.isEmpty();
        });
        return found.get(0);
    }
}
