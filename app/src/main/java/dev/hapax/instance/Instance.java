package dev.hapax.instance;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminServer;
import dev.hapax.admin.Background;
import dev.hapax.admin.Binding;
import dev.hapax.admin.BoundPort;
import dev.hapax.admin.HttpPeers;
import dev.hapax.admin.status.RestoreProgress;
import dev.hapax.admin.unsubscribe.UnsubscribeServer;
import dev.hapax.cluster.Cluster;
import dev.hapax.cluster.ClusterException;
import dev.hapax.commit.CommitCheck;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.guard.CheckpointFiles;
import dev.hapax.guard.GuardClients;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.guard.SharedRocksMemory;
import dev.hapax.logs.JsonLines;
import dev.hapax.meters.Meters;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.LostReplays;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.source.Sources;
import dev.hapax.topology.CurrentSources;
import dev.hapax.topology.HapaxTopology;
import dev.hapax.topology.StreamsDefaults;
import dev.hapax.topology.TopologyGauges;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An instance of Hapax. Its HTTP server answers at once; it processes messages once started, until it is stopped. */
public final class Instance implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Instance.class);
    private static final String UNCHECKED_COMMITS = "hapax.unchecked-commits";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Settings settings;
    private final CurrentSources sources;
    private final RocksMemory memory;
    private final Measurements measurements;
    private final KafkaStreams streams;
    private final ThreadFailures failures;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean stopping;
    private volatile boolean failed;
    private volatile @Nullable AdminServer admin;
    private volatile @Nullable UnsubscribeServer unsubscribe;
    private volatile @Nullable VersionCheck versions;
    private volatile @Nullable RulesReload reload;

    private Instance(
            Settings settings,
            CurrentSources sources,
            RocksMemory memory,
            Measurements measurements,
            KafkaStreams streams,
            ThreadFailures failures) {
        this.settings = settings;
        this.sources = sources;
        this.memory = memory;
        this.measurements = measurements;
        this.streams = streams;
        this.failures = failures;
    }

    /** Prepares an instance and starts it. */
    public static Instance start(EffectiveSettings effective, Sources sources, Clock clock) {
        Instance instance = prepare(effective, sources, clock);
        instance.start();
        return instance;
    }

    /**
     * Puts an instance together that answers and does not work yet, if the cluster has what it needs.
     *
     * @throws ClusterException with everything that it lacks
     * @throws IllegalArgumentException when a setting turns out not to work here
     */
    public static Instance prepare(EffectiveSettings effective, Sources sources, Clock clock) {
        Settings settings = effective.settings();
        try (Cluster cluster = Cluster.connect(settings, PATIENCE)) {
            List<String> problems = cluster.inspect(TopicPlan.of(settings)).stream()
                    .map(Cluster.TopicFinding::problems)
                    .flatMap(List::stream)
                    .toList();
            if (!problems.isEmpty()) {
                throw new ClusterException(String.join("\n", problems));
            }
        }
        sources.open();
        LostReplays.reopen(settings, sources, clock);
        Background background = new Background();
        CurrentSources current = new CurrentSources(sources);
        RulesReload reload =
                settings.reloadsRules() ? new RulesReload(new KafkaClients(settings), current, background) : null;
        Ports ports = Ports.bind(settings);
        try {
            return prepare(effective, current, reload, clock, ports, background);
        } catch (RuntimeException e) {
            ports.close();
            throw e;
        }
    }

    /** The ports of an instance, bound before anything else starts. Each is null if the configuration has none. */
    private record Ports(@Nullable Binding admin, @Nullable BoundPort unsubscribe) implements AutoCloseable {

        static Ports bind(Settings settings) {
            Binding admin = settings.admin().enabled() ? Binding.of(settings.admin()) : null;
            try {
                return new Ports(admin, UnsubscribeServer.bind(settings));
            } catch (RuntimeException e) {
                new Ports(admin, null).close();
                throw e;
            }
        }

        @Override
        public void close() {
            if (admin != null) {
                admin.close();
            }
            if (unsubscribe != null) {
                unsubscribe.close();
            }
        }
    }

    private static Instance prepare(
            EffectiveSettings effective,
            CurrentSources sources,
            @Nullable RulesReload reload,
            Clock clock,
            Ports ports,
            Background background) {
        Instance instance = assemble(effective, sources, clock, ports, background);
        instance.reload = reload;
        instance.versions = new VersionCheck(
                new KafkaClients(effective.settings()),
                sources,
                reload == null ? (source, version) -> false : reload::knows,
                clock.instant(),
                background);
        return instance;
    }

    /** Puts an instance together and takes it apart again: all that a start needs but brokers. Nothing is read or written. */
    public static void rehearse(EffectiveSettings effective, Sources sources, Clock clock) {
        Instance instance = assemble(
                effective,
                new CurrentSources(sources),
                clock,
                new Ports(Binding.of(effective.settings().admin()), null),
                new Background());
        instance.streams.close(Duration.ZERO);
        instance.close();
    }

    /** Starts processing, unless it was stopped before. */
    public void start() {
        try {
            startUnlessStopping();
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    private synchronized void startUnlessStopping() {
        if (stopping) {
            return;
        }
        RulesReload following = reload;
        if (following != null) {
            following.start(measurements.meters()::refusedRules);
        }
        streams.start();
        VersionCheck check = versions;
        if (check != null) {
            check.start();
        }
    }

    private synchronized void startNoMore() {
        stopping = true;
    }

    private static Instance assemble(
            EffectiveSettings effective, CurrentSources sources, Clock clock, Ports ports, Background background) {
        Settings settings = effective.settings();
        Binding binding = ports.admin();
        RocksMemory memory = new RocksMemory(settings.guard().rocksdbMemory());
        Map<String, Object> choices = new HashMap<>(StreamsDefaults.of(settings));
        choices.put(SharedRocksMemory.MEMORY, memory);
        if (binding != null) {
            choices.put(StreamsConfig.APPLICATION_SERVER_CONFIG, binding.advertised());
        }
        StreamsConfig config;
        try {
            config = new StreamsConfig(choices);
        } catch (ConfigException e) {
            memory.close();
            throw new IllegalArgumentException("streams: " + e.getMessage(), e);
        }
        new CheckpointFiles(settings.instance().stateDir().resolve(settings.applicationId())).removeUnreadable();
        Measurements measurements = new Measurements(
                TopicPlan.of(settings).stream().map(WantedTopic::name).toList(), background);
        TopologyGauges watch = new TopologyGauges(measurements.meters(), new GuardQueries());
        Topology topology =
                new HapaxTopology(settings, sources, memory, clock, watch).build(new TopologyConfig(config));
        KafkaStreams streams = new KafkaStreams(
                topology, config, new GuardClients(check(measurements.meters()), HapaxTopology.packing(settings)));
        measurements.bind(streams);
        JsonLines.nameInstance(nameOf(settings, config));
        ThreadFailures failures = new ThreadFailures(settings.instance(), clock);
        Instance instance = new Instance(settings, sources, memory, measurements, streams, failures);
        streams.setUncaughtExceptionHandler(failures);
        streams.setStateListener(instance::changed);
        RestoreProgress restoring = new RestoreProgress();
        streams.setGlobalStateRestoreListener(restoring);
        try {
            if (binding != null) {
                AdminContext.Startup startup = new AdminContext.Startup(
                        effective.shown(), topology.describe(), restoring, clock.instant(), version());
                instance.admin = AdminServer.start(
                        binding,
                        new AdminContext(
                                settings,
                                sources,
                                streams,
                                watch.meters(),
                                watch.guard(),
                                new HttpPeers(
                                        binding.self(), streams::metadataForAllStreamsClients, settings.admin(), clock),
                                Access.of(settings.admin()),
                                clock,
                                background,
                                ChannelFactory::problem),
                        startup);
            }
            BoundPort unsubscribe = ports.unsubscribe();
            if (unsubscribe != null) {
                instance.unsubscribe =
                        UnsubscribeServer.start(unsubscribe, settings, watch.meters(), background, clock);
            }
        } catch (RuntimeException e) {
            instance.stop();
            throw e;
        }
        return instance;
    }

    /** Refuses commits that would skip records, unless a fault test wants to see what happens without. */
    private static CommitCheck check(Meters meters) {
        if (Boolean.getBoolean(UNCHECKED_COMMITS)) {
            LOG.warn(
                    "-D{}=true: commits that would skip records are not refused. Messages may be lost.",
                    UNCHECKED_COMMITS);
            return CommitCheck.reportingOnly(meters::refusedCommit);
        }
        return CommitCheck.refusing(meters::refusedCommit);
    }

    /** The address others reach it by, or whose instance it is where it has none. */
    private static String nameOf(Settings settings, StreamsConfig config) {
        String address = config.getString(StreamsConfig.APPLICATION_SERVER_CONFIG);
        return address.isEmpty() ? settings.applicationId() : address;
    }

    private static String version() {
        String built = Instance.class.getPackage().getImplementationVersion();
        return built == null ? "(not packaged)" : built;
    }

    /** Where its page and API are; none when it has none. */
    public Optional<URI> address() {
        return Optional.ofNullable(admin).map(server -> server.binding().address());
    }

    /** Where links to unsubscribe lead; none when it has no listener for them. */
    public Optional<URI> unsubscribeAddress() {
        return Optional.ofNullable(unsubscribe).map(UnsubscribeServer::address);
    }

    private void changed(State now, State before) {
        LOG.info("{} (was {})", now, before);
        if (now == State.RUNNING) {
            running.countDown();
        }
        failed |= now == State.ERROR;
        if (now == State.ERROR || now == State.NOT_RUNNING) {
            running.countDown();
            stopped.countDown();
        }
    }

    /** Waits until every task is restored and working; false when that takes longer, or the instance has stopped. */
    public boolean awaitRunning(Duration timeout) throws InterruptedException {
        return running.await(timeout.toMillis(), TimeUnit.MILLISECONDS) && streams.state() == State.RUNNING;
    }

    /** Waits until it stops by itself or is closed. */
    public void awaitStopped() throws InterruptedException {
        stopped.await();
    }

    /** Whether it stopped without being asked to. */
    public boolean failed() {
        return failed || failures.fatal().isPresent();
    }

    /** What stopped it, as far as that is known. */
    public Optional<Throwable> failure() {
        return failures.fatal();
    }

    public State state() {
        return streams.state();
    }

    /**
     * Commits what is done and stops, within {@code instance.stop-timeout}.
     *
     * @return whether everything had stopped by then; what had not is undone by its transaction's timeout
     */
    public boolean stop() {
        startNoMore();
        VersionCheck check = versions;
        if (check != null) {
            check.close();
        }
        RulesReload following = reload;
        if (following != null) {
            following.close();
        }
        boolean clean = streams.close(CloseOptions.timeout(settings.instance().stopTimeout())
                .withGroupMembershipOperation(
                        settings.instance().leaveGroup()
                                ? GroupMembershipOperation.LEAVE_GROUP
                                : GroupMembershipOperation.REMAIN_IN_GROUP));
        if (clean) {
            // Only now: a store that is still open would use memory that is gone, and a task its classifier.
            memory.close();
            sources.close();
        }
        UnsubscribeServer optOuts = unsubscribe;
        if (optOuts != null) {
            optOuts.close();
        }
        AdminServer server = admin;
        if (server != null) {
            // Last, so that who watches sees it stop.
            server.close();
        }
        measurements.close();
        stopped.countDown();
        return clean;
    }

    @Override
    public void close() {
        stop();
    }
}
