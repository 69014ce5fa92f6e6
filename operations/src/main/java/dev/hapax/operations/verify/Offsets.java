package dev.hapax.operations.verify;

import dev.hapax.operations.OperationException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

/** Topics and offsets as the brokers report them. */
final class Offsets {

    private static final int PATIENCE_SECONDS = 60;

    private final Admin admin;

    Offsets(Admin admin) {
        this.admin = admin;
    }

    Set<String> topics() {
        return get(admin.listTopics().names());
    }

    /** How far a group has read, where it has committed anything. */
    Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, Long> committed = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    Map<TopicPartition, Long> begins(Collection<TopicPartition> partitions) {
        return offsets(ask(partitions, OffsetSpec.earliest()));
    }

    /** Records of open transactions included, since what was written before them is not readable until they end. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        return offsets(ask(partitions, OffsetSpec.latest()));
    }

    /** The first record of that time or later, by partition; none where there is no such record. */
    Map<TopicPartition, Long> at(Instant time, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> found = offsets(ask(partitions, OffsetSpec.forTimestamp(time.toEpochMilli())));
        found.values().removeIf(offset -> offset < 0);
        return found;
    }

    /** The time of the oldest record left, by partition. */
    Map<TopicPartition, Long> oldest(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> times = new HashMap<>();
        ask(partitions, OffsetSpec.forTimestamp(0)).forEach((partition, found) -> {
            if (found.offset() >= 0) {
                times.put(partition, found.timestamp());
            }
        });
        return times;
    }

    Config config(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return Objects.requireNonNull(
                    get(admin.describeConfigs(List.of(resource)).all()).get(resource), topic);
        } catch (AuthorizationException e) {
            throw new OperationException(
                    "not allowed to see how long topic " + topic + " is kept: have DescribeConfigs granted on it"
                            + " (kafka-acls.sh --add --allow-principal User:… --operation DescribeConfigs --topic "
                            + topic + ")",
                    e);
        }
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ask(Collection<TopicPartition> partitions, OffsetSpec what) {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        partitions.forEach(partition -> specs.put(partition, what));
        return specs.isEmpty() ? Map.of() : get(admin.listOffsets(specs).all());
    }

    private static Map<TopicPartition, Long> offsets(Map<TopicPartition, ListOffsetsResultInfo> found) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (TimeoutException e) {
            throw new OperationException(
                    "the brokers did not answer within " + PATIENCE_SECONDS + " s: check that all of them are up", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException refused) {
                throw refused;
            }
            throw new OperationException("the brokers answered: " + e.getCause(), e);
        }
    }
}
