package dev.hapax.operations.delivery;

import dev.hapax.delivery.Receipt;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receipts as they stand in their topic, unchecked.
 *
 * @param newest the newest that match, oldest first
 * @param total how many match
 */
public record ReceiptList(List<Receipt> newest, long total) {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiptList.class);

    /**
     * Reads those that match. Its memory grows with the limit, not with the topic.
     *
     * @param id of one delivery; null for all
     */
    public static ReceiptList read(
            KafkaClients clients, @Nullable String id, Predicate<Receipt> wanted, int limit, Progress progress) {
        String topic = clients.settings().topic(Topic.RECEIPTS);
        // Each partition is in order, but they come side by side.
        Map<Integer, Deque<Receipt>> newest = new HashMap<>();
        long[] total = {0};
        try (TopicReader reader = new TopicReader(clients)) {
            Map<TopicPartition, Range> ranges = id == null
                    ? reader.whole(topic)
                    : reader.whole(List.of(reader.partitionOf(topic, id.getBytes(StandardCharsets.UTF_8))));
            reader.read(ranges, progress, record -> {
                byte[] value = record.value();
                try {
                    Receipt receipt = DeliveryFormat.readReceipt(value == null ? new byte[0] : value);
                    if ((id == null || id.equals(receipt.id())) && wanted.test(receipt)) {
                        total[0]++;
                        Deque<Receipt> ofPartition =
                                newest.computeIfAbsent(record.partition(), unused -> new ArrayDeque<>());
                        ofPartition.add(receipt);
                        if (ofPartition.size() > limit) {
                            ofPartition.remove();
                        }
                    }
                } catch (IllegalArgumentException e) {
                    LOG.warn(
                            "{}-{}@{} is skipped: {}. 'hapax receipts verify' lists all that is wrong.",
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            e.getMessage());
                }
                return true;
            });
        }
        List<Receipt> all = new ArrayList<>();
        newest.values().forEach(all::addAll);
        all.sort(Comparator.comparingLong(Receipt::time)
                .thenComparing(Receipt::partition)
                .thenComparing(Receipt::sequence));
        return new ReceiptList(List.copyOf(all.subList(Math.max(0, all.size() - limit), all.size())), total[0]);
    }
}
