package dev.hapax.operations;

import dev.hapax.domain.Coordinates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** Reads fixed stretches of topics, committed records only: what is there when it starts, and not what comes after. */
public final class TopicReader implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(200);
    private static final Duration STALLED = Duration.ofSeconds(60);

    private static final int FEW = 8;

    private final KafkaConsumer<byte[], byte[]> consumer;

    public TopicReader(KafkaClients clients) {
        this(clients.reader());
    }

    private TopicReader(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** One for stretches of some hundred records, that fails where some of them have been deleted. */
    public static TopicReader ofFew(KafkaClients clients) {
        return new TopicReader(clients.readerOfFew());
    }

    /** Is shown each record; says whether it wants more. */
    @FunctionalInterface
    public interface Visitor {
        boolean visit(ConsumerRecord<byte[], byte[]> record);
    }

    /** @throws OperationException when there is no such topic */
    public List<TopicPartition> partitions(String topic) {
        List<PartitionInfo> found = consumer.partitionsFor(topic);
        if (found == null || found.isEmpty()) {
            throw new OperationException(
                    "topic " + topic + " does not exist: run 'hapax topics check -c FILE' to see what is missing");
        }
        return found.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /** The partition of a key, as Kafka's default partitioner chooses it. */
    public TopicPartition partitionOf(String topic, byte[] key) {
        int number = Utils.toPositive(Utils.murmur2(key)) % partitions(topic).size();
        return new TopicPartition(topic, number);
    }

    /** All that is committed by now. */
    public Map<TopicPartition, Range> whole(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> from = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> to = consumer.endOffsets(partitions);
        Map<TopicPartition, Range> ranges = new HashMap<>();
        for (TopicPartition partition : partitions) {
            long start = known(from, partition);
            ranges.put(partition, new Range(start, Math.max(start, known(to, partition))));
        }
        return ranges;
    }

    public Map<TopicPartition, Range> whole(String topic) {
        return whole(partitions(topic));
    }

    /** Reads all partitions side by side, each in its order, until each is at its end or the visitor wants no more. */
    public void read(Map<TopicPartition, Range> ranges, Progress progress, Visitor visitor) {
        Set<TopicPartition> left = new HashSet<>();
        ranges.forEach((partition, range) -> {
            if (!range.isEmpty()) {
                left.add(partition);
            }
        });
        if (left.isEmpty()) {
            return;
        }
        consumer.assign(left);
        // A partition that was read before is still held back.
        consumer.resume(left);
        left.forEach(
                partition -> consumer.seek(partition, known(ranges, partition).from()));
        long total = ranges.values().stream().mapToLong(Range::length).sum();
        String what = "reading " + String.join(", ", topics(ranges.keySet()));
        long moved = System.nanoTime();
        while (!left.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
                moved = System.nanoTime();
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (record.offset() < known(ranges, partition).to() && !visitor.visit(record)) {
                    return;
                }
            }
            List<TopicPartition> done = left.stream()
                    .filter(partition -> consumer.position(partition)
                            >= known(ranges, partition).to())
                    .toList();
            if (!done.isEmpty()) {
                moved = System.nanoTime();
                done.forEach(left::remove);
                consumer.pause(done);
            }
            progress.at(what, total - remaining(left, ranges), total);
            if (System.nanoTime() - moved > STALLED.toNanos()) {
                throw new OperationException("nothing came from " + left + " for " + STALLED.toSeconds()
                        + " s: check that their brokers are up");
            }
        }
    }

    /** Reads these records, as far as they still exist. It fetches a few one by one, and more with the ranges around them. */
    public void read(Collection<Coordinates> wanted, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        Set<Coordinates> records = Set.copyOf(wanted);
        List<Map<TopicPartition, Range>> reads = records.size() <= FEW
                ? records.stream().map(record -> around(List.of(record))).toList()
                : List.of(around(records));
        for (Map<TopicPartition, Range> ranges : reads) {
            read(ranges, Progress.UNSEEN, record -> {
                if (records.contains(new Coordinates(record.topic(), record.partition(), record.offset()))) {
                    visitor.accept(record);
                }
                return true;
            });
        }
    }

    /** The smallest range of each partition that contains these records. */
    public static Map<TopicPartition, Range> around(Collection<Coordinates> records) {
        Map<TopicPartition, Range> ranges = new LinkedHashMap<>();
        for (Coordinates at : records) {
            ranges.merge(
                    new TopicPartition(at.topic(), at.partition()),
                    new Range(at.offset(), at.offset() + 1),
                    (a, b) -> new Range(Math.min(a.from(), b.from()), Math.max(a.to(), b.to())));
        }
        return ranges;
    }

    private static <T> T known(Map<TopicPartition, T> map, TopicPartition partition) {
        return Objects.requireNonNull(map.get(partition), partition::toString);
    }

    private long remaining(Set<TopicPartition> left, Map<TopicPartition, Range> ranges) {
        long remaining = 0;
        for (TopicPartition partition : left) {
            remaining += known(ranges, partition).to() - consumer.position(partition);
        }
        return remaining;
    }

    private static List<String> topics(Collection<TopicPartition> partitions) {
        return new ArrayList<>(partitions.stream()
                .map(TopicPartition::topic)
                .distinct()
                .sorted()
                .toList());
    }

    /** For what else a consumer knows, such as offsets by time. */
    public KafkaConsumer<byte[], byte[]> consumer() {
        return consumer;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
