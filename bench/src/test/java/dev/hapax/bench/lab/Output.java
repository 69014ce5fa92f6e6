package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a contender has committed to its output: how many records, and how many keys among them. */
record Output(long records, long keys) {

    static Output read(String bootstrap, String topic) {
        Set<String> keys = new HashSet<>();
        List<ConsumerRecord<byte[], byte[]>> records = all(bootstrap, topic);
        records.forEach(record -> keys.add(text(record.key())));
        return new Output(records.size(), keys.size());
    }

    /** Key, value and headers of each record, in no order of time. */
    static List<String> records(String bootstrap, String topic) {
        return all(bootstrap, topic).stream()
                .map(record -> text(record.key()) + " " + text(record.value()) + " "
                        + Arrays.stream(record.headers().toArray())
                                .map(header -> header.key() + "=" + text(header.value()))
                                .toList())
                .sorted()
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<ConsumerRecord<byte[], byte[]>> all(String bootstrap, String topic) {
        try (var consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }
}
