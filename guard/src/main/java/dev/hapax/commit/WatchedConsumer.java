package dev.hapax.commit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The main consumer of a stream thread. Reports to the thread's ledger which records it returns and where it reads on. */
final class WatchedConsumer extends KafkaConsumer<byte[], byte[]> {

    WatchedConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
        ledger().fetched(records);
        return records;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new Reported(listener));
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        super.subscribe(pattern, new Reported(listener));
    }

    @Override
    public void unsubscribe() {
        super.unsubscribe();
        ledger().releasedAll();
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        super.seek(partition, offset);
        ledger().moved(partition, offset);
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        super.seek(partition, offset);
        ledger().moved(partition, offset.offset());
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        super.seekToBeginning(partitions);
        ledger().released(List.copyOf(partitions));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        super.seekToEnd(partitions);
        ledger().released(List.copyOf(partitions));
    }

    private static ReadLedger ledger() {
        return ReadLedger.ofThisThread();
    }

    /** Tells the ledger of partitions that come and go: after tasks have committed them, before tasks use them. */
    private record Reported(ConsumerRebalanceListener tasks) implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            try {
                tasks.onPartitionsRevoked(partitions);
            } finally {
                ledger().released(partitions);
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            try {
                tasks.onPartitionsLost(partitions);
            } finally {
                ledger().released(partitions);
            }
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            ledger().released(partitions);
            tasks.onPartitionsAssigned(partitions);
        }
    }
}
