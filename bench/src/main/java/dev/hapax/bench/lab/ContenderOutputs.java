package dev.hapax.bench.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** What a contender has written and committed. */
final class ContenderOutputs {

    private static final Duration STILL = Duration.ofSeconds(3);
    private static final Deserializer<Boolean> NOTHING = (topic, bytes) -> Boolean.TRUE;

    private ContenderOutputs() {}

    /** Counts the records of a topic until there are as many as expected and no more, or no more come. */
    static long count(String bootstrap, String topic, long expected) {
        try (var consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.CHECK_CRCS_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10_000),
                NOTHING,
                NOTHING)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return count(consumer, partitions, expected);
        }
    }

    private static long count(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions, long expected) {
        long counted = 0;
        long stillSince = System.nanoTime();
        while (true) {
            int polled = consumer.poll(Duration.ofMillis(200)).count();
            counted += polled;
            if (polled > 0) {
                stillSince = System.nanoTime();
            } else if ((counted >= expected && atEnd(consumer, partitions))
                    || System.nanoTime() - stillSince > STILL.toNanos()) {
                return counted;
            }
        }
    }

    private static boolean atEnd(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        return consumer.endOffsets(partitions).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
