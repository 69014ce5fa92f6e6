package dev.hapax.cluster;

import dev.hapax.config.Settings;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.operations.topics.WantedTopic.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics and features of a Kafka cluster. */
public final class Cluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
    private static final short TRANSACTIONS = 2;
    private static final Duration PATIENCE_OF_COMMANDS = Duration.ofSeconds(10);

    /** A broker says the same of both. */
    private static final String UNSEEN = "; if it exists, grant this user Describe on it";

    private final Admin admin;
    private final String bootstrapServers;
    private final Duration patience;

    private Cluster(Admin admin, String bootstrapServers, Duration patience) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
        this.patience = patience;
    }

    /** With the patience of commands. Other clients would retry for minutes before they fail. */
    public static Cluster connect(Settings settings) {
        return connect(settings, PATIENCE_OF_COMMANDS);
    }

    /**
     * Connects, and checks that a broker answers.
     *
     * @throws ClusterException if none does within {@code patience}
     */
    public static Cluster connect(Settings settings, Duration patience) {
        Map<String, Object> config = new HashMap<>(settings.kafka());
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        String servers = settings.kafka().getOrDefault(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "");
        Admin admin;
        try {
            admin = Admin.create(config);
        } catch (KafkaException e) {
            throw new ClusterException(
                    "kafka: no client can be created with these settings: " + root(e).getMessage(), e);
        }
        Cluster cluster = new Cluster(admin, servers, patience);
        QuietClients quiet = new QuietClients();
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                () -> LOG.info("Waiting for a broker at {} …", servers),
                CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));
        try {
            cluster.requireTransactions();
            return cluster;
        } catch (RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        } finally {
            waiting.cancel(false);
            quiet.close();
        }
    }

    /** Without it a producer's late write could slip into the next transaction. */
    private void requireTransactions() {
        FinalizedVersionRange found = get(admin.describeFeatures().featureMetadata(), "asked for its features")
                .finalizedFeatures()
                .get("transaction.version");
        if (found == null || found.maxVersionLevel() < TRANSACTIONS) {
            throw new ClusterException("kafka.bootstrap.servers: the cluster at " + bootstrapServers
                    + " has transaction.version " + (found == null ? 0 : found.maxVersionLevel()) + ", Hapax needs "
                    + TRANSACTIONS + ": upgrade the brokers to Kafka 4.0 or newer, then run"
                    + " kafka-features.sh upgrade --feature transaction.version=" + TRANSACTIONS);
        }
    }

    /** Inspects each wanted topic; returns one finding for each, in the same order. */
    public List<TopicFinding> inspect(List<WantedTopic> wanted) {
        Map<String, TopicDescription> found = new HashMap<>();
        List<String> names = wanted.stream().map(WantedTopic::name).toList();
        var existing = get(admin.listTopics().names(), "asked for its topics");
        List<String> present = names.stream().filter(existing::contains).toList();
        if (!present.isEmpty()) {
            found.putAll(get(admin.describeTopics(present).allTopicNames(), "asked for its topics"));
        }
        Map<String, Config> configs = configs(present);
        return wanted.stream()
                .map(topic -> finding(topic, found.get(topic.name()), configs.get(topic.name())))
                .toList();
    }

    private Map<String, Config> configs(List<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Config> configs = new HashMap<>();
        get(admin.describeConfigs(resources).all(), "asked for its topics' configuration")
                .forEach((resource, config) -> configs.put(resource.name(), config));
        return configs;
    }

    private static TopicFinding finding(WantedTopic wanted, @Nullable TopicDescription found, @Nullable Config config) {
        if (found == null) {
            return new TopicFinding(wanted, 0, missing(wanted));
        }
        int partitions = found.partitions().size();
        List<String> problems = new ArrayList<>();
        wanted.partitions().ifPresent(expected -> {
            if (partitions != expected && wanted.ordered()) {
                problems.add("topic " + wanted.name() + " has " + partitions
                        + " partitions and must have 1, because the order of its records counts: delete it and run"
                        + " 'hapax topics create -c FILE'");
            } else if (partitions != expected) {
                problems.add("topic " + wanted.name() + " has " + partitions + " partitions, topics.partitions is "
                        + expected + ": set topics.partitions to " + partitions
                        + ", or use another application-id and new topics; every topic keyed by identity must"
                        + " have as many");
            }
        });
        if (config != null) {
            problems.addAll(unfit(wanted, config));
        }
        return new TopicFinding(wanted, partitions, problems);
    }

    private static List<String> missing(WantedTopic wanted) {
        return switch (wanted.kind()) {
            case INTERNAL -> List.of();
            case OWN ->
                List.of("topic " + wanted.name() + " does not exist: run 'hapax topics create -c FILE'" + UNSEEN);
            case SOURCE ->
                List.of("topic " + wanted.name()
                        + " does not exist: have its owner create it, or run 'hapax topics create --with-sources -c"
                        + " FILE'"
                        + UNSEEN);
        };
    }

    private static List<String> unfit(WantedTopic wanted, Config config) {
        List<String> problems = new ArrayList<>();
        long largest = number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        if (wanted.kind() == Kind.SOURCE && largest > wanted.largestRecord()) {
            problems.add("topic " + wanted.name() + " may have records of " + largest
                    + " bytes, but quarantine holds at most " + wanted.largestRecord()
                    + ": raise quarantine.max-record-bytes, or lower the topic's max.message.bytes");
        }
        if (wanted.kind() != Kind.SOURCE && largest < wanted.largestRecord()) {
            problems.add("topic " + wanted.name() + " takes records of at most " + largest
                    + " bytes, but must hold originals, or at least their headers: set its max.message.bytes to "
                    + wanted.largestRecord() + ", or lower quarantine.max-record-bytes and limits.max-message-bytes");
        }
        String retention = wanted.configs().get(TopicConfig.RETENTION_MS_CONFIG);
        long kept = number(config, TopicConfig.RETENTION_MS_CONFIG);
        // Kafka Streams sets it when it makes the topic, and never again.
        if (wanted.kind() == Kind.INTERNAL && retention != null && kept >= 0 && kept < Long.parseLong(retention)) {
            problems.add("topic " + wanted.name() + " is kept for " + Duration.ofMillis(kept)
                    + ", but the guard may need it for longer: set its retention.ms to " + retention);
        }
        wanted.needed().forEach(setting -> {
            ConfigEntry actual = config.get(setting.key());
            if (actual != null && !setting.metBy(actual.value())) {
                problems.add(unmet(wanted.name(), setting, actual.value()));
            }
        });
        return problems;
    }

    private static String unmet(String topic, WantedTopic.NeededSetting setting, String actual) {
        return "topic " + topic + " has " + setting.key() + "=" + actual + ", and Hapax needs "
                + (setting.orMore() ? "at least " : "") + setting.value() + ": otherwise " + setting.why()
                + ". Run kafka-configs.sh --bootstrap-server BROKER --alter --entity-type topics --entity-name " + topic
                + " --add-config " + setting.key() + "=" + setting.value();
    }

    private static long number(Config config, String key) {
        return Long.parseLong(config.get(key).value());
    }

    /**
     * Creates these topics.
     *
     * @param replicationFactor -1 for the default of the brokers
     * @return the names of those that were created by another client meanwhile
     */
    public List<String> create(List<WantedTopic> topics, int defaultPartitions, short replicationFactor) {
        List<String> there = new ArrayList<>();
        List<NewTopic> requests = topics.stream()
                .map(topic -> new NewTopic(
                                topic.name(), topic.partitions().orElse(defaultPartitions), replicationFactor)
                        .configs(topic.configs()))
                .toList();
        admin.createTopics(requests).values().forEach((name, future) -> {
            try {
                get(future, "asked to create topic " + name);
            } catch (ClusterException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
                there.add(name);
            }
        });
        awaitListed(requests.stream().map(NewTopic::name).toList());
        return there;
    }

    /** A topic is created before every broker knows it; the next reader should find it. */
    private void awaitListed(List<String> topics) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!get(admin.listTopics().names(), "asked for its topics").containsAll(topics)
                && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private <T> T get(KafkaFuture<T> future, String what) {
        try {
            return future.get(patience.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted", e);
        } catch (TimeoutException e) {
            throw unreachable(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw unreachable(cause);
            }
            throw new ClusterException(
                    "the cluster at " + bootstrapServers + ", " + what + ", answered: " + cause.getMessage(), cause);
        }
    }

    private ClusterException unreachable(Throwable cause) {
        return new ClusterException(
                "kafka.bootstrap.servers: no broker at " + bootstrapServers + " answered within " + patience.toSeconds()
                        + " s: check the address, that a broker listens there, and that kafka.security.protocol is the"
                        + " listener's",
                cause);
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    /**
     * What was found of a topic.
     *
     * @param partitions 0 where it does not exist
     * @param problems why Hapax can't work with it as it is, each with its remedy; empty when all is well
     */
    public record TopicFinding(WantedTopic wanted, int partitions, List<String> problems) {

        public boolean exists() {
            return partitions > 0;
        }
    }
}
