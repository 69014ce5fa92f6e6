package dev.hapax.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Brokers of this machine that form one cluster and outlive whoever starts them; their folder says where they are. */
public final class StandingCluster {

    /** So many ports of clients, then of brokers among themselves, then of controllers. */
    private static final int APART = 10;

    public static final int HIGHEST_FIRST_PORT = 65_535 - 3 * APART;

    private final Path folder;
    private final ClusterFile file;
    private final List<StandingBroker> brokers;

    private StandingCluster(Path folder, ClusterFile file) {
        this.folder = folder;
        this.file = file;
        this.brokers = IntStream.rangeClosed(1, file.brokers())
                .mapToObj(node ->
                        new StandingBroker(folder.resolve("node-" + node), place(file, node), BrokerOptions.defaults()))
                .toList();
    }

    private static BrokerAddress place(ClusterFile file, int node) {
        var controllers = IntStream.range(0, file.brokers())
                .mapToObj(i -> file.port() + 2 * APART + i)
                .toList();
        int clients = file.port() + node - 1;
        return new BrokerAddress(node, file.id(), clients, 0, clients + APART, controllers, false);
    }

    /** The cluster that was made in this folder; its brokers may run or not. */
    public static Optional<StandingCluster> in(Path folder) {
        return ClusterFile.read(folder).map(file -> new StandingCluster(real(folder), file));
    }

    /**
     * Makes a cluster in this folder, if there is none yet.
     *
     * @param port of the first broker; one that a cluster was made with stays when none is given
     */
    public static StandingCluster make(Path folder, int brokers, OptionalInt port, int portWhenNew) {
        var found = in(folder);
        var now = found.map(cluster -> cluster.file.port()).orElse(portWhenNew);
        var wanted = port.orElse(now);
        if (found.isPresent() && wanted == now) {
            return found.get();
        }
        if (found.isPresent() && found.get().brokers().stream().anyMatch(StandingBroker::isAlive)) {
            throw new BrokerException("the cluster in " + folder + " runs on port " + now + " and cannot move to "
                    + wanted + " meanwhile: stop it first");
        }
        var file = found.map(cluster -> new ClusterFile(cluster.file.id(), cluster.file.brokers(), wanted))
                .orElseGet(() -> ClusterFile.fresh(brokers, wanted));
        file.write(folder);
        return new StandingCluster(real(folder), file);
    }

    public Path folder() {
        return folder;
    }

    /** What in its folder is its own: there may be other things. */
    public List<Path> files() {
        return Stream.concat(
                        brokers.stream().map(StandingBroker::folder), Stream.of(starting(), ClusterFile.in(folder)))
                .toList();
    }

    public List<StandingBroker> brokers() {
        return brokers;
    }

    /** All brokers, as clients reach them. */
    public String bootstrapServers() {
        return brokers.stream().map(StandingBroker::address).collect(Collectors.joining(","));
    }

    /**
     * Starts the brokers that do not run, and returns when every broker of the cluster knows of all others.
     *
     * @param waiting run now and then, as long as it is waited
     */
    public void startMissing(Duration patience, Runnable waiting) {
        try (var channel = FileChannel.open(starting(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock == null) {
                throw new BrokerException(
                        "somebody else is starting the brokers in " + folder + ": wait until that is done");
            }
            var started = launchMissing();
            var places = brokers.stream().map(StandingBroker::place).toList();
            new Members(places).awaitAll(patience, () -> {
                started.forEach(StandingCluster::requireAlive);
                waiting.run();
            });
        } catch (IOException | OverlappingFileLockException e) {
            throw new BrokerException("a broker could not be started in " + folder + ": " + e, e);
        }
    }

    private Map<StandingBroker, Process> launchMissing() throws IOException {
        Map<StandingBroker, Process> started = new LinkedHashMap<>();
        for (var broker : brokers) {
            if (!broker.isAlive()) {
                started.put(broker, broker.launch());
            }
        }
        return started;
    }

    /** Held while brokers are started, so that nobody starts them twice. */
    private Path starting() {
        return folder.resolve("starting.lock");
    }

    /** Refuses where another program has a port that a missing broker needs, which would only be seen in its log later. */
    public void requirePorts() {
        brokers.stream().filter(broker -> !broker.isAlive()).forEach(StandingBroker::requirePorts);
    }

    private static void requireAlive(StandingBroker broker, Process process) {
        if (!process.isAlive()) {
            throw new BrokerException(
                    "broker " + broker.node() + " ended before it was ready; " + broker.log() + " says why");
        }
    }

    private static Path real(Path folder) {
        try {
            // Brokers are known by it again, whichever way one has come here.
            return Files.createDirectories(folder).toRealPath();
        } catch (IOException e) {
            throw new BrokerException(folder + " cannot be used (" + e + "): choose another folder", e);
        }
    }
}
