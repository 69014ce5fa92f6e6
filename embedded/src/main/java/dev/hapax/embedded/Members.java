package dev.hapax.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;

/** Who is in a cluster, as its brokers see it where they talk to each other: clients may be told to go elsewhere. */
record Members(List<BrokerAddress> places) {

    private static final Duration PAUSE = Duration.ofMillis(50);

    /**
     * Waits until every broker knows of all others. Each hears of its own entry before it hears of the others'.
     *
     * @param waiting run now and then, as long as it is waited
     */
    void awaitAll(Duration patience, Runnable waiting) {
        var deadline = System.nanoTime() + patience.toNanos();
        try {
            for (var place : places) {
                awaitAllKnownTo(place, deadline, waiting);
            }
        } catch (ExecutionException e) {
            throw new BrokerException("a broker does not say who is in the cluster: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("interrupted while the cluster was starting", e);
        }
    }

    private void awaitAllKnownTo(BrokerAddress place, long deadline, Runnable waiting)
            throws ExecutionException, InterruptedException {
        var nodes = places.stream().map(BrokerAddress::node).collect(Collectors.toSet());
        var admin = Admin.create(Map.of("bootstrap.servers", BrokerSockets.HOST + ":" + place.brokers()));
        try {
            // Answered when the broker is ready, which may take a while.
            var asked = nodesKnownTo(admin);
            while (!(asked.isDone() && asked.get().containsAll(nodes))) {
                waiting.run();
                if (System.nanoTime() > deadline) {
                    throw new BrokerException("broker " + place.node() + " does not know of all others by now: the"
                            + " broker.log of each may say why");
                }
                if (asked.isDone()) {
                    asked = nodesKnownTo(admin);
                }
                TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            }
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static KafkaFuture<Set<Integer>> nodesKnownTo(Admin admin) {
        return admin.describeCluster()
                .nodes()
                .thenApply(nodes -> nodes.stream().map(Node::id).collect(Collectors.toSet()));
    }
}
