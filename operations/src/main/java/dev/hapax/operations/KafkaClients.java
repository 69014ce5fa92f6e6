package dev.hapax.operations;

import dev.hapax.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients for operators' work, with the connection a configuration describes. */
public record KafkaClients(Settings settings) {

    /** Longer than any operator's transaction is open, short enough that a dead one holds up nobody for long. */
    private static final Duration TRANSACTION = Duration.ofSeconds(30);

    private static final int FETCH_WAIT_MILLIS = 20;
    /** In bytes; one that is larger is fetched all the same. */
    public static final int A_FEW_RECORDS = 128 * 1024;

    private static final int LARGEST_CASE_FILE = 8 << 20;
    private static final int ROOM_AROUND_A_RECORD = 64 * 1024;

    public Admin admin() {
        return Admin.create(new HashMap<String, Object>(settings.kafka()));
    }

    /** Reads committed records of assigned partitions, without a group. */
    public KafkaConsumer<byte[], byte[]> reader() {
        // It reads what is there. A fetch that waits at the end for more would hold up what is read next.
        return consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS));
    }

    /**
     * The same for a few records here and there: what is fetched beyond them, and thrown away, is little. What retention has
     * deleted is not passed over: that ends with {@link org.apache.kafka.clients.consumer.OffsetOutOfRangeException}.
     */
    public KafkaConsumer<byte[], byte[]> readerOfFew() {
        return consumer(Map.of(
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                FETCH_WAIT_MILLIS,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                A_FEW_RECORDS,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none"));
    }

    /** The same with more to say, such as a group. */
    public KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(settings.kafka());
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // Where retention has deleted what was to be read next, the oldest that is left is next.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
        // Bounded in bytes, so that large messages do not fill the heap.
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 << 20);
        config.putAll(more);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Writes a single record.
     *
     * @param what what is written, for the message of a failure: {@code the command}
     * @throws AuthorizationException when the brokers deny it
     * @throws OperationException when it could not be written for any other reason
     */
    public void write(ProducerRecord<byte[], byte[]> record, String what) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                new HashMap<String, Object>(settings.kafka()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted; whether " + what + " was written is not known", e);
        } catch (ExecutionException | KafkaException e) {
            throw Denials.causeOf(e)
                    .<RuntimeException>map(denied -> denied)
                    .orElseGet(() -> new OperationException(what + " could not be written: " + e.getMessage(), e));
        }
    }

    /** Writes in transactions; the next producer with the same id fences this one. */
    public KafkaProducer<byte[], byte[]> transactional(String transactionalId) {
        Map<String, Object> config = new HashMap<>(settings.kafka());
        int largest = Math.max(
                        LARGEST_CASE_FILE,
                        settings.quarantine().maxRecordBytes()
                                + settings.quarantine().headerBudget())
                + ROOM_AROUND_A_RECORD;
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) TRANSACTION.toMillis());
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largest);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(32L << 20, 2L * largest));
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
