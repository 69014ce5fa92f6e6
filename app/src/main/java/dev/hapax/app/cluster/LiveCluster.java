package dev.hapax.app.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a cluster as its running brokers report it.
 *
 * @param controller the broker that leads the controllers
 * @param partitions of all topics, Kafka's own too
 */
record LiveCluster(int controller, List<TopicPartitionInfo> partitions) {

    private static final Logger LOG = LoggerFactory.getLogger(LiveCluster.class);

    /** Longer than the controllers need to choose another leader. */
    private static final int PATIENCE_MILLIS = 8_000;

    /** Asks the brokers at these addresses; empty when they are too few to answer. */
    static Optional<LiveCluster> of(String addresses) {
        Admin admin = Admin.create(Map.of(
                "bootstrap.servers",
                addresses,
                "request.timeout.ms",
                PATIENCE_MILLIS / 2,
                "default.api.timeout.ms",
                PATIENCE_MILLIS));
        try {
            int leader = admin.describeMetadataQuorum().quorumInfo().get().leaderId();
            var topics = admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get();
            var partitions = admin.describeTopics(topics).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .toList();
            return Optional.of(new LiveCluster(leader, partitions));
        } catch (ExecutionException e) {
            LOG.debug("The brokers do not answer", e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    long underReplicated() {
        return partitions.stream()
                .filter(partition ->
                        partition.isr().size() < partition.replicas().size())
                .count();
    }

    /** How many partitions this broker has a replica of that is not in sync. */
    long behind(int broker) {
        return partitions.stream()
                .filter(partition -> has(partition.replicas(), broker) && !has(partition.isr(), broker))
                .count();
    }

    private static boolean has(List<Node> nodes, int broker) {
        return nodes.stream().anyMatch(node -> node.id() == broker);
    }
}
