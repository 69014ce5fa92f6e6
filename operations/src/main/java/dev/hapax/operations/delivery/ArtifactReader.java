package dev.hapax.operations.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the exact bytes of a delivery in the topics that it was staged in and became due in, which works whether instances run or
 * not. The topics forget a staging after days; the ledger's store has it for longer, and an instance can be asked for that.
 */
public final class ArtifactReader {

    /** Where the bytes may stand. */
    public static final List<Topic> TOPICS = List.of(Topic.DUE, Topic.DELIVERY_EVENTS, Topic.DELIVERIES);

    /** How much earlier than the ledger has read it a record may say that it was written. */
    private static final Duration SLACK = Duration.ofHours(1);

    private final KafkaClients clients;

    public ArtifactReader(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * Null if the topics don't have it any more.
     *
     * @param delivery with its history
     */
    public byte @Nullable [] find(Delivery delivery, Progress progress) {
        byte[] key = delivery.id().getBytes(StandardCharsets.UTF_8);
        try (TopicReader reader = new TopicReader(clients)) {
            Map<TopicPartition, Range> whole = reader.whole(TOPICS.stream()
                    .map(topic -> reader.partitionOf(clients.settings().topic(topic), key))
                    .toList());
            byte[] near = find(delivery, key, reader, since(delivery, whole, reader), progress);
            // Whoever writes a record chooses its time.
            return near == null ? find(delivery, key, reader, whole, progress) : near;
        }
    }

    private static Map<TopicPartition, Range> since(
            Delivery delivery, Map<TopicPartition, Range> whole, TopicReader reader) {
        long written = delivery.history().stream()
                .filter(entry -> entry.what().equals("staged") || entry.what().equals("edited"))
                .mapToLong(Delivery.Entry::time)
                .max()
                .orElse(0);
        Map<TopicPartition, Long> times = new HashMap<>();
        whole.keySet().forEach(partition -> times.put(partition, Math.max(0, written - SLACK.toMillis())));
        Map<TopicPartition, OffsetAndTimestamp> first = reader.consumer().offsetsForTimes(times);
        Map<TopicPartition, Range> ranges = new HashMap<>();
        whole.forEach((partition, all) -> {
            OffsetAndTimestamp found = first.get(partition);
            long from = found == null ? all.to() : Math.min(all.to(), Math.max(all.from(), found.offset()));
            ranges.put(partition, new Range(from, all.to()));
        });
        return ranges;
    }

    private static byte @Nullable [] find(
            Delivery delivery, byte[] key, TopicReader reader, Map<TopicPartition, Range> ranges, Progress progress) {
        AtomicReference<byte @Nullable []> found = new AtomicReference<>();
        reader.read(ranges, progress, record -> {
            byte[] value = record.value();
            boolean isIt = value != null
                    && Arrays.equals(record.key(), key)
                    && value.length == delivery.draft().size()
                    && DeliveryHeaders.sha256(value).equals(delivery.draft().sha256());
            if (isIt) {
                found.set(Objects.requireNonNull(value));
            }
            return !isIt;
        });
        return found.get();
    }
}
