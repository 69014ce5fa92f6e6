package dev.hapax.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What is committed in topics, as the brokers have it: each partition in its order, up to its end at the time of the call. */
public final class TopicLog {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private TopicLog() {}

    /** A consumer of what is committed in all partitions of these topics; where it begins is for its owner to say. */
    public static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers, Collection<String> topics) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList());
        return consumer;
    }

    public static List<ConsumerRecord<byte[], byte[]>> read(String bootstrapServers, Collection<String> topics) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrapServers, topics)) {
            consumer.seekToBeginning(consumer.assignment());
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
                if (System.nanoTime() > deadline) {
                    throw new AssertionError(topics + " could not be read to their ends " + ends);
                }
            }
            return all;
        }
    }
}
