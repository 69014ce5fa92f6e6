package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.wire.DeliveryFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition of the {@code due} topic on a broker. The transactional id is named after the partition, so opening it fences
 * whoever had it before; the claim log of the partition is the cursor, and no consumer offset is.
 */
public final class KafkaDueLog implements DueLog {

    /** The topics a worker uses, by name. */
    public record Topics(String due, String claims, String events) {}

    /** There is no claim log for a partition, so nobody can know what was sent. */
    public static final class MissingClaimLogException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        MissingClaimLogException(TopicPartition claims) {
            this(claims, "empty");
        }

        private MissingClaimLogException(TopicPartition claims, String what) {
            super("the claim log " + claims + " is " + what
                    + ": what was sent before is unknown, so nothing is sent. Restore the"
                    + " topic, or run 'hapax delivery enable --strand-due -c FILE' to start a new one");
        }

        /** What is claimed is not there: the topic is another one than when it was claimed. */
        static MissingClaimLogException beyond(TopicPartition claims, long claimed, TopicPartition due, long end) {
            return new MissingClaimLogException(
                    claims, "at offset " + claimed + ", and " + due + " ends at " + end + ": it is of another topic");
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(KafkaDueLog.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int CLAIMS_READ_AT_ONCE = 64;

    private final Map<String, Object> kafka;
    private final Topics topics;
    private final String transactionalId;
    private final String clientId;
    private final TopicPartition due;
    private final TopicPartition claims;
    private final Reports reports;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deque<DueDelivery> fetched = new ArrayDeque<>();
    private @Nullable Producer<byte[], byte[]> producer;
    private long fetchedFrom = Long.MIN_VALUE;

    /**
     * @param kafka what every client of the application is configured with
     * @param applicationId by which brokers and logs name the client
     * @param reports an idempotent producer without transactions, shared by the partitions of a worker
     */
    public KafkaDueLog(
            Map<String, Object> kafka,
            Topics topics,
            String applicationId,
            int partition,
            Producer<byte[], byte[]> reports) {
        this.kafka = Map.copyOf(kafka);
        this.topics = topics;
        // Named after what is claimed and nothing else: a worker with another application id must fence this one too.
        this.transactionalId = topics.due() + "-" + partition;
        this.clientId = applicationId + "-deliver-" + partition;
        this.due = new TopicPartition(topics.due(), partition);
        this.claims = new TopicPartition(topics.claims(), partition);
        this.reports = new Reports(reports);
        this.consumer = new KafkaConsumer<>(
                consumerSettings(this.kafka), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<String, Object> consumerSettings(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A position that does not exist any more is a failure, and no reason to start anywhere else.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** A producer for {@link #report}: idempotent, acknowledged by all in-sync replicas. */
    public static Producer<byte[], byte[]> reportProducer(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public long open() throws FencedException {
        closeProducer();
        fetched.clear();
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        // The broker may still be finishing the last claim when the next one begins. It is asked again soon.
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 20);
        Producer<byte[], byte[]> opened =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        producer = opened;
        try {
            // Waits until an earlier owner's transaction has ended, whichever way.
            opened.initTransactions();
        } catch (ProducerFencedException e) {
            throw new FencedException(e);
        }
        OptionalLong claimed = lastClaim();
        if (claimed.isEmpty()) {
            throw new MissingClaimLogException(claims);
        }
        long end = consumer.endOffsets(List.of(due)).getOrDefault(due, 0L);
        if (claimed.getAsLong() >= end) {
            throw MissingClaimLogException.beyond(claims, claimed.getAsLong(), due, end);
        }
        return claimed.getAsLong();
    }

    /** Looks at the end of the claim log first; control records of transactions stand between the claims. */
    private OptionalLong lastClaim() {
        consumer.assign(List.of(claims));
        long beginning = consumer.beginningOffsets(List.of(claims)).getOrDefault(claims, 0L);
        long end = consumer.endOffsets(List.of(claims)).getOrDefault(claims, 0L);
        for (long to = end, from = Math.max(beginning, end - CLAIMS_READ_AT_ONCE);
                to > beginning;
                to = from, from = Math.max(beginning, from - CLAIMS_READ_AT_ONCE)) {
            OptionalLong found = lastClaim(from, to);
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong lastClaim(long from, long to) {
        consumer.seek(claims, from);
        OptionalLong last = OptionalLong.empty();
        while (consumer.position(claims) < to) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < to && record.value() != null && record.value().length == Long.BYTES) {
                    last = OptionalLong.of(ByteBuffer.wrap(record.value()).getLong());
                }
            }
        }
        return last;
    }

    /** The record that says that everything of a partition up to an offset is claimed. */
    public static ProducerRecord<byte[], byte[]> claimRecord(String claimsTopic, int partition, long upToOffset) {
        byte[] key = Integer.toString(partition).getBytes(StandardCharsets.UTF_8);
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(upToOffset).array();
        return new ProducerRecord<>(claimsTopic, partition, key, value);
    }

    @Override
    public List<DueDelivery> poll(long afterOffset, int most) {
        if (fetchedFrom != afterOffset || !consumer.assignment().contains(due)) {
            fetched.clear();
            consumer.assign(List.of(due));
            consumer.seek(due, Math.max(afterOffset + 1, beginning()));
        }
        if (fetched.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                try {
                    fetched.add(DueFormat.read(record));
                } catch (IllegalArgumentException e) {
                    // Only the ledger writes here. What a stranger wrote is nobody's delivery.
                    LOG.error("Skipped a record of {}: {}", due, e.getMessage());
                }
            }
        }
        List<DueDelivery> batch = new ArrayList<>();
        while (batch.size() < most && !fetched.isEmpty()) {
            batch.add(fetched.poll());
        }
        fetchedFrom =
                batch.isEmpty() ? afterOffset : batch.get(batch.size() - 1).offset();
        return batch;
    }

    private long beginning() {
        return consumer.beginningOffsets(List.of(due)).getOrDefault(due, 0L);
    }

    @Override
    public void claim(long upToOffset, Map<String, DeliveryEvent> events) throws FencedException, UnknownException {
        Producer<byte[], byte[]> owner = producer;
        if (owner == null) {
            throw new IllegalStateException("not open");
        }
        try {
            owner.beginTransaction();
            send(owner, claimRecord(topics.claims(), claims.partition(), upToOffset));
            events.forEach((id, event) -> send(owner, event(id, event)));
            owner.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            closeProducer();
            throw new FencedException(e);
        } catch (KafkaException e) {
            // Even an error before the commit: opening the partition again settles the transaction, and shows how.
            closeProducer();
            throw new UnknownException(e);
        }
    }

    /** A failure of one send fails the commit. */
    private static void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record);
    }

    private ProducerRecord<byte[], byte[]> event(String id, DeliveryEvent event) {
        return new ProducerRecord<>(topics.events(), id.getBytes(StandardCharsets.UTF_8), DeliveryFormat.write(event));
    }

    @Override
    public void report(Map<String, DeliveryEvent> events) {
        events.forEach((id, event) -> reports.send(event(id, event)));
    }

    @Override
    public void awaitReports() {
        reports.await();
    }

    private void closeProducer() {
        Producer<byte[], byte[]> old = producer;
        producer = null;
        if (old != null) {
            old.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        try {
            awaitReports();
        } finally {
            closeProducer();
            consumer.close();
        }
    }
}
