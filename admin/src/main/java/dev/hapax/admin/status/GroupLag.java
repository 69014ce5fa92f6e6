package dev.hapax.admin.status;

import dev.hapax.admin.Aged;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lag of the whole group, from the brokers: the metric of the consumers covers only the partitions of one instance. Committed
 * offsets count as read. Queried at most once a second, only on demand, and on a thread of its own, so that slow brokers
 * block nobody.
 */
public final class GroupLag implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupLag.class);
    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final int PATIENCE_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(PATIENCE_SECONDS);
    /** Older values are discarded. */
    private static final Duration TOO_OLD = Duration.ofSeconds(30);

    private final String group;
    private final KafkaStreams streams;
    private final Admin admin;
    private final Latest<SortedMap<TopicPartition, Long>> latest = new Latest<>("hapax-lag", HOLDS, TOO_OLD, this::ask);

    public GroupLag(Settings settings, KafkaStreams streams) {
        this.group = settings.applicationId();
        this.streams = streams;
        this.admin = new KafkaClients(settings).admin();
    }

    /** By partition: the current value, or the last one if the brokers are slow; empty if that is too old. */
    public Optional<SortedMap<TopicPartition, Long>> byPartition() {
        return latest.within(PATIENCE).map(Aged::value);
    }

    /** The last known value, without waiting. */
    public Optional<SortedMap<TopicPartition, Long>> knownByPartition() {
        return latest.now().map(Aged::value);
    }

    /** The last known total of all partitions, without waiting. */
    public Optional<Aged<Long>> total() {
        return latest.now()
                .map(lags -> new Aged<>(
                        lags.value().values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        lags.age()));
    }

    private Optional<SortedMap<TopicPartition, Long>> ask() {
        try {
            return Optional.of(measure());
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("The offsets of group {} are not available", group, e);
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private SortedMap<TopicPartition, Long> measure()
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> read = new HashMap<>();
        admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        read.put(partition, offset.offset());
                    }
                });
        Set<TopicPartition> unread = new HashSet<>(GroupMembers.inputs(streams));
        unread.removeAll(read.keySet());
        // Without a committed offset, all records are unread.
        read.putAll(offsets(unread, OffsetSpec.earliest()));
        SortedMap<TopicPartition, Long> lags =
                new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        offsets(read.keySet(), OffsetSpec.latest())
                .forEach((partition, end) -> lags.put(partition, Math.max(0, end - read.getOrDefault(partition, end))));
        return lags;
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException, TimeoutException {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, which));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        // Uncommitted records cannot be read yet.
        admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    @Override
    public void close() {
        latest.close();
        admin.close(Duration.ofSeconds(PATIENCE_SECONDS));
    }
}
