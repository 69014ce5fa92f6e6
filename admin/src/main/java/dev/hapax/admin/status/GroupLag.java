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
 * How much of its inputs the whole group has yet to read, as the brokers know it: the consumers' own metric knows only the
 * partitions of one instance. What is committed counts as read. Asked at most once a second, while someone wants to know, and on a
 * thread of its own: brokers that take long hold up nobody.
 */
public final class GroupLag implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupLag.class);
    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final int PATIENCE_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(PATIENCE_SECONDS);
    /** What was so that long ago says nothing of now. */
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

    /** By partition, as the brokers say it by now; when they take long, as they last did; none when that is too long ago. */
    public Optional<SortedMap<TopicPartition, Long>> byPartition() {
        return latest.within(PATIENCE).map(Aged::value);
    }

    /** The same as it is known, without a wait. */
    public Optional<SortedMap<TopicPartition, Long>> knownByPartition() {
        return latest.now().map(Aged::value);
    }

    /** Of all partitions, as it is known, without a wait. */
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
            LOG.debug("The brokers don't say how far group {} is", group, e);
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
        // Where nothing is committed yet, all that is there is still to be read.
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
        // What is not committed can't be read yet.
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
