package dev.hapax.app.cluster;

import dev.hapax.app.FailedException;
import dev.hapax.app.WorkFolder;
import dev.hapax.embedded.BrokerException;
import dev.hapax.embedded.StandingBroker;
import dev.hapax.embedded.StandingCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The brokers behind {@code hapax cluster}.
 *
 * <p>It stands between the commands and the brokers' classes, which are not there when other commands list these.
 */
final class LocalCluster {

    private static final int BROKERS = 3;
    private static final int FIRST_PORT = 19_092;
    private static final Duration START_WITHIN = Duration.ofSeconds(90);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 100;

    private final StandingCluster cluster;
    private final Clock clock;

    private LocalCluster(StandingCluster cluster, Clock clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    /** The cluster of this folder, if one was ever started there. */
    static Optional<LocalCluster> find(Path folder, Clock clock) {
        return translated(() -> StandingCluster.in(folder).map(cluster -> new LocalCluster(cluster, clock)));
    }

    /** @param port of the first broker; null for the one it had, or the usual one */
    static LocalCluster make(Path folder, @Nullable Integer port, Clock clock) {
        if (port != null && (port < 1 || port > StandingCluster.HIGHEST_FIRST_PORT)) {
            throw new IllegalArgumentException("--port: " + port + " must be from 1 to "
                    + StandingCluster.HIGHEST_FIRST_PORT + ", because the brokers need ports above it.");
        }
        OptionalInt wanted = port == null ? OptionalInt.empty() : OptionalInt.of(port);
        return translated(() -> new LocalCluster(StandingCluster.make(folder, BROKERS, wanted, FIRST_PORT), clock));
    }

    int size() {
        return cluster.brokers().size();
    }

    String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    Path folder() {
        return cluster.folder();
    }

    List<Integer> alive() {
        return translated(() -> living().stream().map(StandingBroker::node).toList());
    }

    private List<StandingBroker> living() {
        return cluster.brokers().stream().filter(StandingBroker::isAlive).toList();
    }

    void startMissing(Runnable waiting) {
        try {
            cluster.requirePorts();
        } catch (BrokerException e) {
            throw new FailedException(e.getMessage() + " (--port)", e);
        }
        translated(() -> {
            cluster.startMissing(START_WITHIN, waiting);
            return size();
        });
    }

    /**
     * Stops all brokers cleanly, and kills those that do not stop.
     *
     * @param left is called from time to time with the number of brokers that still run
     * @return the brokers that had to be killed
     */
    List<Integer> stop(IntConsumer left) throws InterruptedException {
        living().forEach(StandingBroker::beginToStop);
        Instant deadline = clock.instant().plus(STOP_WITHIN);
        while (!living().isEmpty() && clock.instant().isBefore(deadline)) {
            left.accept(living().size());
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        List<StandingBroker> stubborn = living();
        stubborn.forEach(StandingBroker::kill);
        while (stubborn.stream().anyMatch(StandingBroker::isAlive)) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return stubborn.stream().map(StandingBroker::node).toList();
    }

    /** Removes the data of all brokers, none of which may run, and whatever else is in the folder stays. */
    void delete() throws IOException {
        for (Path own : cluster.files()) {
            if (Files.exists(own)) {
                WorkFolder.delete(own);
            }
        }
        try (Stream<Path> others = Files.list(folder())) {
            if (others.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder());
    }

    ClusterState state() {
        return translated(() -> {
            String addresses = living().stream().map(StandingBroker::address).collect(Collectors.joining(","));
            Optional<LiveCluster> answer = addresses.isEmpty() ? Optional.empty() : LiveCluster.of(addresses);
            return new ClusterState(
                    folder().toString(),
                    bootstrapServers(),
                    cluster.brokers().stream()
                            .map(broker -> state(broker, answer))
                            .toList(),
                    answer.map(LiveCluster::underReplicated).orElse(null));
        });
    }

    private static ClusterState.BrokerState state(StandingBroker broker, Optional<LiveCluster> answer) {
        return new ClusterState.BrokerState(
                broker.node(),
                broker.pid().orElse(null),
                broker.address(),
                answer.map(LiveCluster::controller).orElse(0) == broker.node(),
                answer.map(live -> live.behind(broker.node())).orElse(null));
    }

    /** The failures of brokers are failures of the command. */
    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (BrokerException e) {
            throw new FailedException(String.valueOf(e.getMessage()), e);
        }
    }
}
