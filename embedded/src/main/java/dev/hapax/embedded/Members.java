package dev.hapax.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;

/** Who is in a cluster, as its brokers see it where they talk to each other: clients may be told to go elsewhere. */
record Members(List<Place> places) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Waits until every broker knows of all others. Each was let in before it said so, but hears of the others later. */
    void awaitAll() {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        for (var place : places) {
            try (var admin = Admin.create(Map.of("bootstrap.servers", BrokerSockets.HOST + ":" + place.brokers()))) {
                while (!knownTo(admin).containsAll(nodes())) {
                    if (System.nanoTime() > deadline) {
                        throw new BrokerException("broker " + place.node() + " knows only of brokers " + knownTo(admin)
                                + " after " + PATIENCE.toSeconds() + " s; their broker.log may say why");
                    }
                    TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
                }
            } catch (ExecutionException e) {
                throw new BrokerException("broker " + place.node() + " does not say who is in the cluster: " + e, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BrokerException("interrupted while the cluster was starting", e);
            }
        }
    }

    private List<Integer> nodes() {
        return places.stream().map(Place::node).toList();
    }

    private static List<Integer> knownTo(Admin admin) throws ExecutionException, InterruptedException {
        return admin.describeCluster().nodes().get().stream().map(Node::id).collect(Collectors.toList());
    }
}
