package dev.hapax.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far a group has come in its input topics, by its committed offsets, since the demo began. */
final class GroupProgress implements AutoCloseable {

    private final Admin admin;
    private final String group;
    private final Map<TopicPartition, Long> begin;

    GroupProgress(String bootstrapServers, String group, Set<String> inputs) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        this.group = group;
        List<TopicPartition> partitions = get(admin.describeTopics(inputs).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        this.begin = new HashMap<>();
        get(admin.listOffsets(latest).all()).forEach((partition, end) -> begin.put(partition, end.offset()));
    }

    /** Messages read and committed. */
    long read() {
        var committed = get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return begin.entrySet().stream()
                .mapToLong(entry -> {
                    var offset = committed.get(entry.getKey());
                    return offset == null ? 0 : Math.max(0, offset.offset() - entry.getValue());
                })
                .sum();
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the demo's own broker failed", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
