package dev.hapax.faults;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies topics to another cluster as a tool for disasters does: what is committed, record by record, with headers, timestamps and
 * settings. Offsets are new, because markers of transactions and what compaction removed are not copied. Consumer groups are lost.
 */
final class TopicCopy {

    private static final int PATIENCE_SECONDS = 60;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int LARGEST_REQUEST = 32 << 20;

    private final String from;
    private final String to;

    TopicCopy(String from, String to) {
        this.from = from;
        this.to = to;
    }

    /** Copies all topics whose name begins so. Returns how many records each has. */
    Map<String, Long> copy(String prefix) throws Exception {
        Set<String> names;
        try (Admin source = Admin.create(Map.of("bootstrap.servers", from));
                Admin target = Admin.create(Map.of("bootstrap.servers", to))) {
            names = source.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS).stream()
                    .filter(name -> name.startsWith(prefix))
                    .collect(Collectors.toSet());
            create(source, target, names);
        }
        return copy(names);
    }

    private static void create(Admin source, Admin target, Set<String> names)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, TopicDescription> topics =
                source.describeTopics(names).allTopicNames().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Map<ConfigResource, Config> configs = source.describeConfigs(names.stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .all()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        List<NewTopic> made = topics.values().stream()
                .map(topic -> new NewTopic(topic.name(), topic.partitions().size(), (short) 1)
                        .configs(own(Objects.requireNonNull(
                                configs.get(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()))))))
                .toList();
        target.createTopics(made).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static Map<String, String> own(Config config) {
        return config.entries().stream()
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    private Map<String, Long> copy(Set<String> names) throws Exception {
        Map<String, Long> counts = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", from, "isolation.level", "read_committed"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", to, "acks", "all", "max.request.size", LARGEST_REQUEST),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            Set<TopicPartition> partitions = names.stream()
                    .flatMap(name -> consumer.partitionsFor(name).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .collect(Collectors.toSet());
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    counts.merge(record.topic(), 1L, Long::sum);
                    Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(
                            record.topic(),
                            record.partition(),
                            record.timestamp(),
                            record.key(),
                            record.value(),
                            record.headers()));
                }
            }
            producer.flush();
        }
        return counts;
    }
}
