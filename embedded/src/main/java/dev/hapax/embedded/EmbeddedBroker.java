package dev.hapax.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker (KRaft) in this JVM, its own controller, listening on loopback only.
 *
 * <p>It is put together from the parts {@link KafkaRaftServer} is made of, because that class ends the process when it
 * cannot start, and opens its ports itself.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
    /** The last of a cluster has nobody to hand its partitions to, and waits that long before it goes. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final DataFolder folder;
    private final BrokerSockets sockets;
    private final BrokerFaults faults;
    private final ControllerServer controller;
    private final BrokerServer broker;
    private final int port;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedBroker(DataFolder folder, BrokerSockets sockets, KafkaConfig settings) {
        this.folder = folder;
        this.sockets = sockets;
        this.port = sockets.port(BrokerSockets.CLIENTS);
        this.faults = new BrokerFaults();
        var prepared = KafkaRaftServer.initializeLogDirs(settings, LOG, "");
        var quorum = settings.quorumConfig();
        var shared = new SharedServer(
                settings,
                prepared._1(),
                Time.SYSTEM,
                new Metrics(),
                CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
                List.of(),
                faults,
                sockets);
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), prepared._2());
        this.broker = new BrokerServer(shared);
    }

    /** Starts a broker on a free port; a folder used before keeps its topics and records. */
    public static EmbeddedBroker start(Path dataFolder) {
        return start(dataFolder, BrokerOptions.defaults());
    }

    public static EmbeddedBroker start(Path dataFolder, BrokerOptions options) {
        return start(dataFolder, BrokerAddress.alone(options), options);
    }

    /** Starts a broker at its place in a cluster, and waits until the cluster has let it in. */
    static EmbeddedBroker start(Path dataFolder, BrokerAddress place, BrokerOptions options) {
        var folder = DataFolder.open(dataFolder);
        try {
            folder.formatIfNew(place);
            return start(folder, BrokerSockets.bind(place), place, options);
        } catch (RuntimeException | IOException e) {
            closeAfter(e, folder);
            throw e instanceof BrokerException told
                    ? told
                    : new BrokerException("the embedded broker could not start: " + e.getMessage(), e);
        }
    }

    private static EmbeddedBroker start(
            DataFolder folder, BrokerSockets sockets, BrokerAddress place, BrokerOptions options) {
        try {
            var starting = new EmbeddedBroker(folder, sockets, BrokerSettings.of(folder, sockets, place, options));
            try {
                starting.controller.startup();
                starting.broker.startup();
                return starting;
            } catch (RuntimeException e) {
                starting.stopServers();
                throw e;
            }
        } catch (RuntimeException e) {
            closeAfter(e, sockets);
            throw e;
        }
    }

    public String bootstrapServers() {
        return BrokerSockets.HOST + ":" + port();
    }

    public int port() {
        return port;
    }

    /** What broke the broker while it ran, if anything did: it answers no one from then on. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(faults.firstFatal().getNow(null));
    }

    CompletableFuture<Throwable> broken() {
        return faults.firstFatal();
    }

    /** Stops the broker, ends its threads and gives the folder free. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (folder;
                sockets) {
            stopServers();
        } catch (IOException e) {
            throw new BrokerException("the embedded broker stopped, but not cleanly: " + e.getMessage(), e);
        }
    }

    private void stopServers() {
        stopBroker();
        controller.shutdown();
        controller.awaitShutdown();
    }

    /** Hands its partitions over and closes its files; the controller stays until {@link #close}. */
    void stopBroker() {
        broker.shutdown(STOP_WITHIN);
        broker.awaitShutdown();
    }

    private static void closeAfter(Exception failure, AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Remembers what went wrong inside the broker.
     *
     * <p>Kafka's own handlers end the process, which here is the user's and not the broker's alone.
     */
    static final class BrokerFaults implements FaultHandlerFactory {

        private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);

        private final CompletableFuture<Throwable> firstFatal = new CompletableFuture<>();

        /** Comes with the first fault that the broker does not survive. */
        CompletableFuture<Throwable> firstFatal() {
            return firstFatal;
        }

        @Override
        public FaultHandler build(String name, boolean fatal, Runnable action) {
            return (failure, cause) -> {
                var fault = new FaultHandlerException(name + ": " + failure, cause);
                LOG.error("The embedded broker met a fault: {}", fault.getMessage(), cause);
                if (fatal) {
                    firstFatal.complete(fault);
                }
                action.run();
                return fault;
            };
        }
    }
}
