package dev.hapax.harness;

import dev.hapax.domain.Outcome;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.SuppressionFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** All committed outputs of an application. */
public final class ApplicationOutputs implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final TopicNames topics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Consumer<ConsumerRecord<byte[], byte[]>> onDecision;
    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

    /** @param onDecision is called with each decision that is read */
    ApplicationOutputs(
            String bootstrapServers, TopicNames topics, Consumer<ConsumerRecord<byte[], byte[]>> onDecision) {
        this.topics = topics;
        this.onDecision = onDecision;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = Stream.of(Topic.DECISIONS, Topic.ALERTS, Topic.DUPLICATES, Topic.QUARANTINE)
                .flatMap(topic -> partitions(topics.of(topic)).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** A broker knows a new topic a moment after it was made. */
    private List<PartitionInfo> partitions(String topic) {
        Patience.until(
                "the broker knows " + topic,
                PATIENCE,
                () -> !consumer.partitionsFor(topic).isEmpty());
        return consumer.partitionsFor(topic);
    }

    /** Reads on until it holds, while the instance lives. */
    public void awaitWith(HapaxProcess instance, String what, BooleanSupplier holds) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            read();
            if (!instance.isAlive()) {
                throw new AssertionError("ended before " + what + "; seen " + counts() + "\n" + instance.printed());
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited long for " + what + "; seen " + counts() + "\n" + instance.printed());
            }
        }
    }

    /** Reads until this many messages have an outcome. */
    public void awaitTotal(HapaxProcess instance, int total) throws Exception {
        awaitWith(instance, total + " messages accounted for", () -> total() >= total);
    }

    /** Reads up to the end of every topic, as it is now. */
    public void readAll() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            read();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the ends " + ends + " were not reached; seen " + counts());
            }
        }
    }

    private void read() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
            seen.add(record);
            if (record.topic().equals(topics.of(Topic.DECISIONS))) {
                onDecision.accept(record);
            }
        }
    }

    public List<ConsumerRecord<byte[], byte[]>> of(Topic topic) {
        return seen.stream()
                .filter(record -> record.topic().equals(topics.of(topic)))
                .toList();
    }

    /** The identities decided, in the order seen. */
    public List<String> decided() {
        return identities(of(Topic.DECISIONS).stream());
    }

    /** The identities held back in this way. */
    public List<String> suppressed(Outcome.Suppressed.Kind kind) {
        return identities(
                of(Topic.DUPLICATES).stream().filter(record -> SuppressionFormat.kind(record.value()) == kind));
    }

    /** The quarantined ones, each as where it came from and why. */
    public List<String> quarantined() {
        return of(Topic.QUARANTINE).stream()
                .map(record -> KafkaHeaders.text(record.headers(), HeaderNames.ERROR_PARTITION) + "@"
                        + KafkaHeaders.text(record.headers(), HeaderNames.ERROR_OFFSET) + " "
                        + KafkaHeaders.text(record.headers(), HeaderNames.REASON))
                .toList();
    }

    /** How many messages are accounted for. */
    public int total() {
        return of(Topic.DECISIONS).size()
                + of(Topic.DUPLICATES).size()
                + of(Topic.QUARANTINE).size();
    }

    private String counts() {
        return "decisions " + of(Topic.DECISIONS).size() + ", duplicates "
                + of(Topic.DUPLICATES).size() + ", quarantine "
                + of(Topic.QUARANTINE).size();
    }

    private static List<String> identities(Stream<ConsumerRecord<byte[], byte[]>> records) {
        return records.map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
