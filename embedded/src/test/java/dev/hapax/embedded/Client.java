package dev.hapax.embedded;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What the tests ask of a broker, through Kafka's own clients. */
record Client(String bootstrapServers) {

    /** Creates a topic, and returns when its leader answers. */
    void createTopic(String topic) throws ExecutionException, InterruptedException {
        try (var admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            await().until(() -> admin.listTopics().names().get().contains(topic));
            end(admin, new TopicPartition(topic, 0));
        }
    }

    short featureLevel(String feature) throws ExecutionException, InterruptedException {
        try (var admin = admin()) {
            var features = admin.describeFeatures().featureMetadata().get();
            return Objects.requireNonNull(features.finalizedFeatures().get(feature), feature)
                    .maxVersionLevel();
        }
    }

    void describe(String topic) throws ExecutionException, InterruptedException {
        try (var admin = admin()) {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
        }
    }

    void commit(String topic, String value) throws ExecutionException, InterruptedException {
        try (var producer = transactional(topic + "-committed")) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, value)).get();
            producer.commitTransaction();
        }
    }

    void abort(String topic, String value) throws ExecutionException, InterruptedException {
        try (var producer = transactional(topic + "-aborted")) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, value)).get();
            producer.abortTransaction();
        }
    }

    /**
     * Every committed value of a topic, from its start to its end at the time of the call. The end of what is committed
     * would be too early: a commit is answered before the partitions have heard of it.
     */
    List<String> committed(String topic) throws ExecutionException, InterruptedException {
        var settings =
                Map.<String, Object>of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        try (var admin = admin();
                var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            var partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            var end = end(admin, partition);
            var values = new ArrayList<String>();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(each -> values.add(each.value()));
            }
            return values;
        }
    }

    private static long end(Admin admin, TopicPartition partition) throws ExecutionException, InterruptedException {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private KafkaProducer<String, String> transactional(String id) {
        var settings = Map.<String, Object>of("bootstrap.servers", bootstrapServers, "transactional.id", id);
        var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }
}
