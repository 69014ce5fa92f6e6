package dev.hapax.operations;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a topic once, and after that only what was added. A read that was broken off continues where it stopped. */
public final class TopicFollower {

    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);

    private final TopicReader reader;
    private final String topic;
    private final Supplier<Map<TopicPartition, Range>> wanted;
    private final Map<TopicPartition, Long> readUpTo = new HashMap<>();

    public TopicFollower(TopicReader reader, String topic) {
        this(reader, topic, () -> reader.whole(topic));
    }

    /** @param wanted the partitions to follow, each as far as it is committed by now */
    public TopicFollower(TopicReader reader, String topic, Supplier<Map<TopicPartition, Range>> wanted) {
        this.reader = reader;
        this.topic = topic;
        this.wanted = wanted;
    }

    /**
     * Reads what has been committed since the last time.
     *
     * @param recreated called before the first record if the topic is a new one: what was read before counts no longer
     */
    public void catchUp(Progress progress, Runnable recreated, Consumer<ConsumerRecord<byte[], byte[]>> take) {
        Map<TopicPartition, Range> ranges = new HashMap<>();
        Map<TopicPartition, Range> whole = wanted.get();
        if (whole.entrySet().stream()
                .anyMatch(part -> readUpTo.getOrDefault(part.getKey(), 0L)
                        > part.getValue().to())) {
            LOG.warn("{} ends before the last offset that was read, so it was recreated: reading all of it", topic);
            readUpTo.clear();
            recreated.run();
        }
        whole.forEach((partition, all) -> {
            long from = Math.max(all.from(), readUpTo.getOrDefault(partition, 0L));
            ranges.put(partition, new Range(from, Math.max(from, all.to())));
        });
        reader.read(ranges, progress, record -> {
            take.accept(record);
            readUpTo.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
            return true;
        });
        ranges.forEach((partition, range) -> readUpTo.put(partition, range.to()));
    }
}
