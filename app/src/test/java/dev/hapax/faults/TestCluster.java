package dev.hapax.faults;

import dev.hapax.cluster.Cluster;
import dev.hapax.cluster.TopicPlan;
import dev.hapax.cluster.WantedTopic.Kind;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker with Hapax's topics, a configuration for instances, and clients to look at it from outside. */
final class TestCluster implements AutoCloseable {

    static final String INPUT = "in.messages";

    private final Path folder;
    private final EmbeddedBroker broker;
    private final Settings settings;
    private final Path configFile;

    private TestCluster(Path folder, EmbeddedBroker broker, String more) throws IOException {
        this.folder = folder;
        this.broker = broker;
        this.configFile = writeConfig("hapax.yaml", "state", more);
        this.settings = SettingsFile.read(configFile, Environment.ofProcess());
    }

    /** @param more further sections of the configuration */
    static TestCluster start(Path folder, String more) throws IOException {
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
        TestCluster cluster = new TestCluster(folder, broker, more);
        try (Cluster admin = Cluster.connect(cluster.settings, Duration.ofSeconds(20))) {
            admin.create(
                    TopicPlan.of(cluster.settings).stream()
                            .filter(topic -> topic.kind() != Kind.INTERNAL)
                            .toList(),
                    cluster.settings.topics().partitions(),
                    (short) 1);
        }
        return cluster;
    }

    /** A configuration for an instance with a state folder of its own. */
    Path writeConfig(String name, String stateFolder, String more) throws IOException {
        return Files.writeString(folder.resolve(name), """
                application-id: hapax-test
                kafka: { bootstrap.servers: "%s" }
                topics: { partitions: 3 }
                sources:
                  - topic: %s
                    identity: { field: /id }
                instance:
                  state-dir: %s
                  session-timeout: 3s
                  transaction-timeout: 3s
                  stop-timeout: 20s
                %s
                """.formatted(
                        broker.bootstrapServers(), INPUT, folder.resolve(stateFolder), more));
    }

    Path configFile() {
        return configFile;
    }

    Settings settings() {
        return settings;
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 5),
                new StringSerializer(),
                new StringSerializer());
    }

    /** A read_committed reader of whole topics, from their beginning. */
    KafkaConsumer<String, byte[]> reader(String... topics) {
        Properties config = new Properties();
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = List.of(topics).stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }

    @Override
    public void close() {
        broker.close();
    }
}
