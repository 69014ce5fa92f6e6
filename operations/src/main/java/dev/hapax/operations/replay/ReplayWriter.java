package dev.hapax.operations.replay;

import dev.hapax.operations.Denials;
import dev.hapax.operations.Fencing;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes one replay: messages and progress in one transaction. There is one such writer for each replay:
 * the next to be made ends this one, after finishing or undoing what it had under way.
 */
final class ReplayWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;

    private ReplayWriter(KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer) {
        this.consumer = consumer;
        this.producer = producer;
    }

    /** Takes over the replay, and fences its previous writer. */
    static ReplayWriter take(KafkaClients clients, String group) {
        KafkaConsumer<byte[], byte[]> consumer = clients.consumer(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                // What has been deleted in the meantime must not be passed over unnoticed.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none"));
        ReplayWriter writer = new ReplayWriter(consumer, clients.transactional(group));
        try {
            writer.producer.initTransactions();
            return writer;
        } catch (KafkaException e) {
            writer.close();
            throw failed(e);
        }
    }

    /** Reads for the replay; a member of its group with assigned partitions. */
    KafkaConsumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /**
     * Writes all of it or nothing.
     *
     * @param partitions those whose progress is written
     * @throws Takeover.TakenOverException when another writer was made since
     */
    void write(List<ProducerRecord<byte[], byte[]>> records, ReplayStatus status, Collection<Integer> partitions) {
        Map<TopicPartition, OffsetAndMetadata> marks = new HashMap<>();
        for (int partition : partitions) {
            marks.put(new TopicPartition(status.plan().topic(), partition), MarkFormat.write(status, partition));
        }
        try {
            producer.beginTransaction();
            for (ProducerRecord<byte[], byte[]> record : records) {
                // The commit fails when a record has failed.
                var unused = producer.send(record);
            }
            producer.sendOffsetsToTransaction(marks, consumer.groupMetadata());
            producer.commitTransaction();
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    private static RuntimeException failed(KafkaException thrown) {
        if (Fencing.isCauseOf(thrown)) {
            return new Takeover.TakenOverException(thrown);
        }
        return Denials.causeOf(thrown)
                .<RuntimeException>map(denied -> denied)
                .orElseGet(() -> new OperationException(
                        "the cluster did not take what was to be written: " + thrown.getMessage(), thrown));
    }

    @Override
    public void close() {
        producer.close(PATIENCE);
        consumer.close();
    }
}
