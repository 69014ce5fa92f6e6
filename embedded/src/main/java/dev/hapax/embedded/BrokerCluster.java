package dev.hapax.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Brokers in processes of their own that form one cluster, each a controller too. Any of them can be killed without warning and
 * started again; they never outlive this JVM. Nodes are counted from 1.
 */
public final class BrokerCluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path folder;
    private final List<BrokerOptions> options;
    private final HeldPorts ports;
    private final List<BrokerAddress> places;
    private final List<BrokerProcess> processes = new CopyOnWriteArrayList<>();

    private BrokerCluster(Path folder, List<BrokerOptions> options, HeldPorts ports, List<BrokerAddress> places) {
        this.folder = folder;
        this.options = options;
        this.ports = ports;
        this.places = places;
    }

    /** Starts that many brokers of the same options. */
    public static BrokerCluster start(Path folder, int brokers, BrokerOptions all) {
        return start(folder, Collections.nCopies(brokers, all));
    }

    /**
     * Starts one broker for each of the options, in folders of their own under the given one, and returns when all are in the
     * cluster and a topic with all replicas can be made. A folder used before keeps its topics and records.
     */
    public static BrokerCluster start(Path folder, List<BrokerOptions> each) {
        if (each.isEmpty()) {
            throw new BrokerException("a cluster of no brokers cannot be started: give the options of one at least");
        }
        var file = ClusterFile.read(folder).orElseGet(() -> ClusterFile.fresh(each.size(), 0));
        if (file.brokers() != each.size()) {
            throw new BrokerException(folder + " is the folder of " + file.brokers() + " brokers and cannot be that of "
                    + each.size() + ": choose another");
        }
        file.write(folder);
        var ports = new HeldPorts();
        try {
            var cluster = new BrokerCluster(folder, List.copyOf(each), ports, places(file.id(), each, ports));
            cluster.startAll();
            return cluster;
        } catch (RuntimeException e) {
            ports.close();
            throw e;
        }
    }

    private static List<BrokerAddress> places(String id, List<BrokerOptions> each, HeldPorts ports) {
        var clients = each.stream().map(one -> ports.hold(one.port())).toList();
        var brokers = each.stream().map(one -> ports.hold(0)).toList();
        var controllers = each.stream().map(one -> ports.hold(0)).toList();
        return IntStream.range(0, each.size())
                .mapToObj(i -> new BrokerAddress(
                        i + 1,
                        id,
                        clients.get(i),
                        each.get(i).advertisedPort(),
                        brokers.get(i),
                        controllers,
                        ports.areShared()))
                .toList();
    }

    private void startAll() {
        try {
            for (int node = 1; node <= size(); node++) {
                processes.add(launch(node));
            }
            awaitReady();
            new Members(places).awaitAll(PATIENCE, () -> {});
        } catch (RuntimeException e) {
            processes.forEach(BrokerProcess::kill);
            throw e;
        }
    }

    /** None is ready before a majority is there, so all are waited for at once. */
    private void awaitReady() {
        var failure = new AtomicReference<Throwable>();
        var waiting = new ArrayList<CompletableFuture<BrokerProcess>>();
        for (var process : List.copyOf(processes)) {
            waiting.add(CompletableFuture.supplyAsync(process::awaitReady, task -> new Thread(task).start())
                    .whenComplete((ready, e) -> {
                        if (e != null && failure.compareAndSet(null, e)) {
                            // The others would wait for it.
                            processes.forEach(BrokerProcess::kill);
                        }
                    }));
        }
        CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
                .exceptionally(e -> null)
                .join();
        var first = failure.get();
        if (first != null) {
            throw first.getCause() instanceof BrokerException told
                    ? told
                    : new BrokerException("the cluster could not start: " + first.getMessage(), first);
        }
    }

    private BrokerProcess launch(int node) {
        return BrokerProcess.launch(folder.resolve("node-" + node), place(node), options.get(node - 1));
    }

    /** All brokers, as they advertise themselves to clients. */
    public String bootstrapServers() {
        return places.stream()
                .map(place -> place.advertised() == 0 ? place.clients() : place.advertised())
                .map(port -> BrokerSockets.HOST + ":" + port)
                .collect(Collectors.joining(","));
    }

    public int size() {
        return places.size();
    }

    /** Where a broker itself listens for clients, whatever it advertises. */
    public int port(int node) {
        return place(node).clients();
    }

    public boolean isAlive(int node) {
        return process(node).isAlive();
    }

    public long pid(int node) {
        return process(node).pid();
    }

    /** Ends a broker as a crash would (SIGKILL), and returns when it is gone. */
    public void kill(int node) {
        process(node).kill();
    }

    /** Starts a broker that was killed, with its folder, ports and id; returns when it answers, in sync or not. */
    public void restart(int node) {
        if (isAlive(node)) {
            throw new BrokerException("broker " + node + " is running: kill it before it is started again");
        }
        processes.set(node - 1, launch(node));
        process(node).awaitReady();
    }

    /** Stops all brokers in good order, and gives their ports free. */
    @Override
    public void close() {
        try (ports) {
            processes.forEach(BrokerProcess::beginToStop);
            processes.forEach(BrokerProcess::close);
        }
    }

    private BrokerAddress place(int node) {
        if (node < 1 || node > size()) {
            throw new BrokerException("there is no broker " + node + ": this cluster has 1 to " + size());
        }
        return places.get(node - 1);
    }

    private BrokerProcess process(int node) {
        return processes.get(place(node).node() - 1);
    }
}
