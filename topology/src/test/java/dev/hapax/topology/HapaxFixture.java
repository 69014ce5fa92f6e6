package dev.hapax.topology;

import dev.hapax.classify.Classifiers;
import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.commit.ThreadTransactions;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.intake.Formats;
import dev.hapax.meters.Meters;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The whole of Hapax on its real stores, without a broker: settings as a user writes them, messages as a producer sends
 * them, records as a reader finds them. The clock stands still until it is moved.
 */
public final class HapaxFixture implements AutoCloseable {

    public static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    /** Three labels to tell apart, one of them important. */
    private static final String RULES = """
            version: 1
            description: For tests
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: billing.failed
                label: billing-failure
                important: true
                priority: 50
                score: 80
                reason: "Billing: {subject}"
                when: { keywords: { in: [subject], any: ["payment failed"] } }
                examples: [{ match: { subject: "Payment failed" } }, { no-match: { subject: "Paid" } }]
              - id: news
                label: newsletter
                priority: 10
                score: 5
                reason: "A newsletter: {subject}"
                when: { keywords: { in: [subject], any: ["newsletter"] } }
                examples: [{ match: { subject: "The newsletter" } }, { no-match: { subject: "Paid" } }]
            """;

    private static final String HEAD = """
            application-id: hapax-test
            kafka: { bootstrap.servers: "localhost:9092" }
            classifiers: { rules: { file: rules.yaml }, moody: { type: test-moody } }
            """;

    private final Settings settings;
    private final SettableClock clock = new SettableClock(NOW);
    private final RocksMemory memory = new RocksMemory(16 << 20);
    private final Meters meters = Meters.unread();
    private final GuardQueries queries = new GuardQueries();
    private final CurrentSources sources;
    private final Topology topology;
    private final TopologyTestDriver driver;
    private final Map<String, List<Published>> published = new HashMap<>();
    private final Map<String, Long> sent = new HashMap<>();

    /**
     * @param folder the state and the rules go there
     * @param yaml the settings, from {@code sources} on
     */
    public HapaxFixture(Path folder, String yaml) {
        this(folder, yaml, Formats.load());
    }

    public HapaxFixture(Path folder, String yaml, Formats formats) {
        this.settings = settings(folder, yaml);
        Map<String, Object> choices = StreamsDefaults.of(settings);
        this.sources = new CurrentSources(Sources.of(settings, formats, Classifiers.installed()));
        this.topology = new HapaxTopology(settings, sources, memory, clock, new TopologyGauges(meters, queries))
                .build(new TopologyConfig(new StreamsConfig(choices)));
        Properties properties = new Properties();
        properties.putAll(choices);
        this.driver = new TopologyTestDriver(topology, properties, NOW);
    }

    /** Settings as read from a file in that folder. */
    public static Settings settings(Path folder, String yaml) {
        try {
            Files.writeString(folder.resolve("rules.yaml"), RULES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SettingsFile.parse(HEAD + yaml, "test.yaml", folder, name -> null)
                .settings();
    }

    public Settings settings() {
        return settings;
    }

    /** What is counted and timed meanwhile. */
    public Meters meters() {
        return meters;
    }

    /** Where its guard is asked. */
    public GuardQueries desk() {
        return queries;
    }

    /** What Kafka says of the topology. */
    public String description() {
        return topology.describe().toString();
    }

    public Instant now() {
        return clock.instant();
    }

    /** Lets time pass on every clock there is. */
    public void passes(Duration time) {
        clock.set(clock.instant().plus(time));
        driver.advanceWallClockTime(time);
    }

    /** Gives the instance other rules, as its background thread does. The rule file stays as it is. */
    public void appliesRules(String yaml) {
        sources.replace(
                sources.get().with(Map.of("rules", new RulesClassifier(RuleSet.parse(yaml, "applied rules.yaml")))));
    }

    /** Ends the transaction of everything since the last commit. The driver commits too, but tells nobody. */
    public void commits() {
        ThreadTransactions.ofThisThread().committed();
    }

    /** Sends a message stamped now. */
    public Coordinates sends(String topic, @Nullable String key, @Nullable String value, Header... headers) {
        return sends(topic, key, value, now(), headers);
    }

    public Coordinates sends(
            String topic, @Nullable String key, @Nullable String value, Instant time, Header... headers) {
        return sendsBytes(topic, bytes(key), bytes(value), time, headers);
    }

    public Coordinates sendsBytes(
            String topic, byte @Nullable [] key, byte @Nullable [] value, Instant time, Header... headers) {
        long offset = sent.merge(topic, 1L, Long::sum) - 1;
        pipe(topic, new TestRecord<>(key, value, KafkaHeaders.toKafka(List.of(headers)), time));
        return new Coordinates(topic, 0, offset);
    }

    /** Has the guard shown once more what it was shown last over the repartition topic, as after a rewind of offsets. */
    public void redeliversTheLast() {
        movesAgain(last(moved()));
    }

    /** Puts a record into the repartition topic, where the guard is next. */
    public void movesAgain(Published record) {
        pipe(
                settings.topic(Topic.REPARTITION),
                new TestRecord<>(record.key(), record.value(), KafkaHeaders.toKafka(record.headers()), record.time()));
    }

    /** What was moved to the partition of its identity. */
    public List<Published> moved() {
        return published(settings.topic(Topic.REPARTITION));
    }

    public List<Published> decisions() {
        return published(settings.topic(Topic.DECISIONS));
    }

    public List<Published> alerts() {
        return published(settings.topic(Topic.ALERTS));
    }

    public List<Published> duplicates() {
        return published(settings.topic(Topic.DUPLICATES));
    }

    public List<Published> quarantine() {
        return published(settings.topic(Topic.QUARANTINE));
    }

    public List<Published> commands() {
        return published(settings.topic(Topic.COMMANDS));
    }

    /** What the guard has written to its changelog. */
    public List<Published> changelog() {
        return published(settings.applicationId() + "-" + OperatorNames.GUARD + "-changelog");
    }

    /** The newest of them. */
    public static Published last(List<Published> records) {
        if (records.isEmpty()) {
            throw new AssertionError("nothing was published");
        }
        return records.get(records.size() - 1);
    }

    public static Header header(String name, @Nullable String value) {
        return new Header(name, bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Everything written to a topic so far. */
    public List<Published> published(String topic) {
        List<Published> all = published.computeIfAbsent(topic, name -> new ArrayList<>());
        if (driver.producedTopicNames().contains(topic)) {
            driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> all.add(new Published(
                            record.key(),
                            record.value(),
                            KafkaHeaders.toDomain(record.headers()),
                            record.getRecordTime())));
        }
        return List.copyOf(all);
    }

    private void pipe(String topic, TestRecord<byte[], byte[]> record) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(record);
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
    }
}
