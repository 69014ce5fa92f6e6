package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads committed outputs, and records when each numbered one arrived. */
final class Arrivals implements AutoCloseable {

    private static final Deserializer<Boolean> NOTHING = (topic, bytes) -> Boolean.TRUE;

    private final AtomicLongArray nanos;
    private final Thread thread;
    private volatile boolean ending;

    /**
     * @param most the numbers are lower than this
     */
    Arrivals(String bootstrap, String topic, int most) {
        this.nanos = new AtomicLongArray(most);
        this.thread = new Thread(() -> read(bootstrap, topic), "arrivals");
        thread.start();
    }

    /** When it was there; 0 when it was not yet. */
    long nanos(int number) {
        return nanos.get(number);
    }

    private void read(String bootstrap, String topic) {
        try (var consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000),
                new ByteArrayDeserializer(),
                NOTHING)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!ending) {
                var polled = consumer.poll(Duration.ofMillis(100));
                long now = System.nanoTime();
                for (ConsumerRecord<byte[], Boolean> record : polled) {
                    nanos.compareAndSet((int) number(record.key()), 0, now);
                }
            }
        }
    }

    @Override
    public void close() {
        ending = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An identity that carries a number, by which a message is recognized when its decision comes. */
    static String identity(long number) {
        return new UUID(0x4a7, number).toString();
    }

    static long number(byte[] key) {
        return UUID.fromString(new String(key, StandardCharsets.UTF_8)).getLeastSignificantBits();
    }
}
