package dev.hapax.harness;

import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.operations.topics.WantedTopic.Kind;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An application of its own on a broker that tests share: its topics, group, state and files all carry its name. */
public final class Application implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final int UUID_LENGTH = 36;
    private static final short BROKERS_DEFAULT = -1;

    private final String name;
    private final TopicNames topics;
    private final String bootstrapServers;
    private final Path folder;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    private List<String> jvmFlags = HapaxProcess.QUICK_TO_START;
    private final OutcomeCheck audit = new OutcomeCheck();
    private boolean audited;
    private int started;

    public Application(String name, String bootstrapServers, Path folder) throws IOException {
        this.name = name;
        this.topics = new TopicNames(name + ".", name);
        this.bootstrapServers = bootstrapServers;
        this.folder = Files.createDirectories(folder.resolve(name));
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "max.request.size", 32 << 20),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** Has what came out held against what was read when it is closed, whatever its test looks at. */
    public Application audited() {
        audited = true;
        return this;
    }

    /** What is looked at, for a test to say what it does to its application by intent. */
    public OutcomeCheck audit() {
        return audit;
    }

    public ApplicationConfig config() {
        return config("state");
    }

    /** A configuration with a state folder of its own, as each instance must have. */
    public ApplicationConfig config(String stateFolder) {
        return new ApplicationConfig(name, bootstrapServers, stateFolder(stateFolder));
    }

    public Path stateFolder(String stateFolder) {
        return folder.resolve(stateFolder);
    }

    public Path folder() {
        return folder;
    }

    public String id() {
        return name;
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public String input() {
        return name + ".in";
    }

    public String topic(Topic topic) {
        return topics.of(topic);
    }

    public Admin admin() {
        return admin;
    }

    /** Makes every topic the configuration asks for. */
    public void createTopics(ApplicationConfig config) throws Exception {
        createTopics(config, topic -> true);
    }

    /** Makes some of the topics the configuration asks for. */
    public void createTopics(ApplicationConfig config, Predicate<WantedTopic> wanted) throws Exception {
        Settings settings = SettingsFile.read(config.write(folder.resolve("topics.yaml")), Environment.ofProcess());
        List<WantedTopic> topics = TopicPlan.of(settings).stream()
                .filter(topic -> topic.kind() != Kind.INTERNAL)
                .filter(wanted)
                .toList();
        createTopics(topics.stream()
                .map(topic -> new NewTopic(
                                topic.name(),
                                topic.partitions().orElse(settings.topics().partitions()),
                                BROKERS_DEFAULT)
                        .configs(topic.configs()))
                .toArray(NewTopic[]::new));
    }

    /** Makes topics that are not as the configuration asks for. */
    public void createTopics(NewTopic... topics) throws Exception {
        admin.createTopics(List.of(topics)).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        awaitTopics(Stream.of(topics).map(NewTopic::name).toList());
    }

    /**
     * A broker knows a new topic a moment after it was made, and leads it a moment later. Who sends to it in between has one batch
     * refused and the next one taken, and then waits for its order to come right until it gives up.
     */
    private void awaitTopics(List<String> names) throws Exception {
        Patience.until(
                "the broker knows " + names,
                Duration.ofSeconds(PATIENCE_SECONDS),
                () -> admin.listTopics()
                        .names()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .containsAll(names));
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        admin.describeTopics(names)
                .allTopicNames()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .forEach((topic, described) -> described
                        .partitions()
                        .forEach(partition ->
                                ends.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
        // Only a leader answers this; until there is one the client asks again.
        admin.listOffsets(ends).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    public HapaxProcess start(ApplicationConfig config) throws IOException {
        return run(config, Map.of());
    }

    /** {@code hapax run}, with a configuration file and a log of its own. */
    public HapaxProcess run(ApplicationConfig config, Map<String, String> environment) throws IOException {
        started++;
        Path file = config.write(folder.resolve("hapax-" + started + ".yaml"));
        return HapaxProcess.start(
                folder.resolve("instance-" + started + ".log"), environment, jvmFlags, "run", "-c", file.toString());
    }

    /** The JVM flags of the instances started from now on. */
    public void jvmFlags(List<String> flags) {
        jvmFlags = List.copyOf(flags);
    }

    public ApplicationOutputs outputs() {
        return new ApplicationOutputs(bootstrapServers, topics, audit::remember);
    }

    /** Sends a JSON document of this id and subject, and waits until the broker has it. */
    public RecordMetadata send(String id, String subject, long time) throws Exception {
        return send(time, id, "{\"id\":\"%s\",\"subject\":\"%s\"}".formatted(id, subject));
    }

    /** Sends a document that no format can read. */
    public RecordMetadata sendPoison(String text) throws Exception {
        return send(System.currentTimeMillis(), "poison", "{broken " + text);
    }

    private RecordMetadata send(long time, String key, String value) throws Exception {
        return send(new ProducerRecord<>(input(), null, time, utf8(key), utf8(value)));
    }

    /** Sends a record in a batch that is much smaller than it. */
    public RecordMetadata sendCompressed(ProducerRecord<byte[], byte[]> message) throws Exception {
        try (KafkaProducer<byte[], byte[]> compressing = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "max.request.size", 32 << 20, "compression.type", "gzip"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            return compressing.send(message).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    public RecordMetadata send(ProducerRecord<byte[], byte[]> message) throws Exception {
        return producer.send(message).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** How far the input is committed, by partition. */
    public Map<Integer, Long> committed() throws Exception {
        Map<Integer, Long> offsets = new TreeMap<>();
        positions().forEach((partition, offset) -> {
            if (partition.topic().equals(input())) {
                offsets.put(partition.partition(), offset);
            }
        });
        return offsets;
    }

    /** How far everything that it reads is committed, transactions that are just being committed included. */
    Map<TopicPartition, Long> positions() throws Exception {
        Map<TopicPartition, Long> positions = new HashMap<>();
        admin.listConsumerGroupOffsets(name, new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        positions.put(partition, offset.offset());
                    }
                });
        return positions;
    }

    /** How many partitions of the guard each living process works on, by the random id in its members' names. */
    public Map<String, Integer> members() throws Exception {
        Map<String, Integer> partitions = new TreeMap<>();
        admin.describeConsumerGroups(List.of(name)).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS).values().stream()
                .flatMap(group -> group.members().stream())
                .forEach(member -> {
                    int guarded = (int) member.assignment().topicPartitions().stream()
                            .filter(partition -> partition.topic().equals(topic(Topic.REPARTITION)))
                            .count();
                    partitions.merge(processOf(member.clientId()), guarded, Integer::sum);
                });
        return partitions;
    }

    private String processOf(String clientId) {
        return clientId.substring(0, name.length() + 1 + UUID_LENGTH);
    }

    @Override
    public void close() {
        try {
            if (audited) {
                audit.verify(this);
            }
        } finally {
            producer.close(Duration.ofSeconds(5));
            admin.close(Duration.ofSeconds(5));
        }
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
