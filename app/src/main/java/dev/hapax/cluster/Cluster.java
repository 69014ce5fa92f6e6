package dev.hapax.cluster;

import dev.hapax.cluster.WantedTopic.Kind;
import dev.hapax.config.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** A Kafka cluster as an operator sees it. */
public final class Cluster implements AutoCloseable {

    private static final short TRANSACTIONS = 2;

    private final Admin admin;
    private final String bootstrapServers;
    private final Duration patience;

    private Cluster(Admin admin, String bootstrapServers, Duration patience) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
        this.patience = patience;
    }

    /**
     * Connects, and makes sure that someone answers.
     *
     * @throws ClusterException when nobody does within {@code patience}
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
            throw new ClusterException("kafka: no client can be made of these settings: " + root(e).getMessage(), e);
        }
        Cluster cluster = new Cluster(admin, servers, patience);
        try {
            cluster.requireTransactions();
            return cluster;
        } catch (RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
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

    /** Looks at each wanted topic; one finding each, in the same order. */
    public List<TopicFinding> inspect(List<WantedTopic> wanted) {
        Map<String, TopicDescription> found = new HashMap<>();
        List<String> names = wanted.stream().map(WantedTopic::name).toList();
        var existing = get(admin.listTopics().names(), "asked for its topics");
        List<String> present = names.stream().filter(existing::contains).toList();
        if (!present.isEmpty()) {
            found.putAll(get(admin.describeTopics(present).allTopicNames(), "asked for its topics"));
        }
        Map<String, Integer> largest = largestRecords(present);
        return wanted.stream()
                .map(topic -> finding(topic, found.get(topic.name()), largest.get(topic.name())))
                .toList();
    }

    private Map<String, Integer> largestRecords(List<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Integer> largest = new HashMap<>();
        Map<ConfigResource, Config> configs =
                get(admin.describeConfigs(resources).all(), "asked for its topics' configuration");
        configs.forEach((resource, config) -> Optional.ofNullable(config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG))
                .ifPresent(entry -> largest.put(resource.name(), Integer.valueOf(entry.value()))));
        return largest;
    }

    private static TopicFinding finding(
            WantedTopic wanted, @Nullable TopicDescription found, @Nullable Integer largestRecord) {
        List<String> problems = new ArrayList<>();
        if (found == null) {
            if (wanted.kind() != Kind.INTERNAL) {
                problems.add("topic " + wanted.name() + " does not exist: "
                        + (wanted.kind() == Kind.OWN
                                ? "run 'hapax topics create -c FILE'"
                                : "have its owner create it, or run 'hapax topics create --with-sources -c FILE'"));
            }
            return new TopicFinding(wanted, 0, problems);
        }
        int partitions = found.partitions().size();
        wanted.partitions().ifPresent(expected -> {
            if (partitions != expected) {
                problems.add(
                        "topic " + wanted.name() + " has " + partitions + " partitions, topics.partitions is "
                                + expected + ": set topics.partitions to " + partitions
                                + ", or use another application-id and new topics; every topic keyed by identity must have as many");
            }
        });
        if (wanted.kind() == Kind.SOURCE && largestRecord != null && largestRecord > wanted.largestRecord()) {
            problems.add("topic " + wanted.name() + " may have records of " + largestRecord
                    + " bytes, but quarantine holds at most " + wanted.largestRecord()
                    + ": raise quarantine.max-record-bytes, or lower the topic's max.message.bytes");
        }
        if (wanted.kind() != Kind.SOURCE && largestRecord != null && largestRecord < wanted.largestRecord()) {
            problems.add("topic " + wanted.name() + " takes records of at most " + largestRecord
                    + " bytes, but must hold originals, or at least their headers: set its max.message.bytes to "
                    + wanted.largestRecord() + ", or lower quarantine.max-record-bytes and limits.max-message-bytes");
        }
        return new TopicFinding(wanted, partitions, problems);
    }

    /**
     * Makes these topics.
     *
     * @param replicationFactor -1 for the broker's default
     * @return the names of those that someone else had made in the meantime
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

    /** A topic is made before every broker knows of it; whoever looks next should find it. */
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
}
