package dev.hapax.bench.contender;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of plain clients, the same for all contenders that use them: those Hapax gives its own. */
final class ClientSettings {

    static final String COMPRESSION = "lz4";
    static final int BATCH_BYTES = 128 * 1024;

    private ClientSettings() {}

    static Map<String, Object> consumer(Job job) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, job.bootstrap());
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, job.group());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1_000);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return settings;
    }

    static Map<String, Object> producer(Job job, int number) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, job.bootstrap());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, job.group() + "-" + number);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 100);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return settings;
    }

    /** Exactly-once Streams with the clients of the others. */
    static Map<String, Object> streams(Job job) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", job.bootstrap());
        settings.put("application.id", job.group());
        settings.put("processing.guarantee", "exactly_once_v2");
        settings.put("commit.interval.ms", Job.COMMIT_INTERVAL.toMillis());
        settings.put("num.stream.threads", job.threads());
        settings.put("state.dir", job.folder().toString());
        settings.put("main.consumer.auto.offset.reset", "earliest");
        settings.put("producer.compression.type", COMPRESSION);
        settings.put("producer.batch.size", BATCH_BYTES);
        return settings;
    }
}
