package dev.hapax.demo.stream;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.demo.DemoSettings;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Reason;
import dev.hapax.guard.RocksMemory;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.topology.HapaxTopology;
import dev.hapax.topology.StreamsDefaults;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo's closing table, through the whole topology. */
class DemoTableTest {

    private static final int MESSAGES = 800;

    @TempDir
    Path folder;

    private final DemoReading reading = new DemoReading();

    @ParameterizedTest
    @ValueSource(longs = {1, 42, -7})
    void shouldBecomeOfEveryMessageWhatIsIntendedHoweverPartitionsInterleave(long seed) {
        Instant now = Instant.parse("2026-05-04T12:00:00Z");
        DemoStream stream = DemoStream.of(seed, MESSAGES, now);
        List<DemoMessage> asWritten = new ArrayList<>();
        stream.forEach(asWritten::add);
        Map<String, Long> intended =
                asWritten.stream().collect(groupingBy(message -> name(message.fate()), TreeMap::new, counting()));

        Table inOrder = run(asWritten, now, "in-order");
        Table shuffled = run(interleaved(asWritten, new Random(seed)), now, "shuffled");
        Table oneByOne = run(partitionByPartition(asWritten), now, "one-by-one");

        assertThat(inOrder.outcomes()).isEqualTo(intended);
        assertThat(shuffled).isEqualTo(inOrder);
        assertThat(oneByOne).isEqualTo(inOrder);
    }

    @Test
    void shouldBeTheSameWhateverTheTime() {
        Instant now = Instant.parse("2026-10-25T01:30:00.999Z");
        Instant other = Instant.parse("2026-05-04T12:00:00Z");

        assertThat(run(list(DemoStream.of(9, 300, now)), now, "one"))
                .isEqualTo(run(list(DemoStream.of(9, 300, other)), other, "other"));
    }

    /** What came out: how many of each outcome, and how many decisions of each label. */
    record Table(Map<String, Long> outcomes, Map<String, Long> labels) {}

    /** Every guard by itself, as on a broker, where each has its own stream time. */
    private Table run(List<DemoMessage> messages, Instant now, String name) {
        Table sum = new Table(new TreeMap<>(), new TreeMap<>());
        for (int guard = 0; guard < Feed.PARTITIONS; guard++) {
            int one = guard;
            List<DemoMessage> shown =
                    messages.stream().filter(message -> guardOf(message) == one).toList();
            Table table = runOne(shown, now, name + "-" + guard);
            table.outcomes().forEach((outcome, count) -> sum.outcomes().merge(outcome, count, Long::sum));
            table.labels().forEach((label, count) -> sum.labels().merge(label, count, Long::sum));
        }
        return sum;
    }

    private int guardOf(DemoMessage message) {
        return !reading.isReplay(message) && reading.read(message) instanceof Intake.Arrived arrived
                ? Feed.guardPartition(arrived.arrival().identity())
                : message.partition();
    }

    private Table runOne(List<DemoMessage> messages, Instant now, String name) {
        Settings settings = DemoSettings.of("localhost:9092", folder.resolve(name));
        Sources sources = reading.sources;
        try (RocksMemory memory = new RocksMemory(settings.guard().rocksdbMemory())) {
            Map<String, Object> choices = StreamsDefaults.of(settings);
            Properties properties = new Properties();
            properties.putAll(choices);
            var topology = new HapaxTopology(settings, sources, memory, Clock.fixed(now, ZoneOffset.UTC))
                    .build(new TopologyConfig(new StreamsConfig(choices)));
            try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties, now)) {
                for (DemoMessage message : messages) {
                    driver.createInputTopic(message.topic(), new ByteArraySerializer(), new ByteArraySerializer())
                            .pipeInput(record(message));
                }
                return table(driver, settings);
            }
        }
    }

    private static Table table(TopologyTestDriver driver, Settings settings) {
        Map<String, Long> outcomes = new TreeMap<>();
        Map<String, Long> labels = new TreeMap<>();
        for (TestRecord<byte[], byte[]> decision : read(driver, settings.topic(Topic.DECISIONS))) {
            outcomes.merge("ADMITTED", 1L, Long::sum);
            labels.merge(word("label", decision.value()), 1L, Long::sum);
        }
        for (TestRecord<byte[], byte[]> duplicate : read(driver, settings.topic(Topic.DUPLICATES))) {
            outcomes.merge(word("kind", duplicate.value()).toUpperCase(Locale.ROOT), 1L, Long::sum);
        }
        for (TestRecord<byte[], byte[]> held : read(driver, settings.topic(Topic.QUARANTINE))) {
            outcomes.merge(
                    Objects.requireNonNull(KafkaHeaders.text(held.headers(), HeaderNames.REASON)), 1L, Long::sum);
        }
        return new Table(outcomes, labels);
    }

    private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    private static String word(String member, byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        int start = text.indexOf("\"" + member + "\":\"") + member.length() + 4;
        return text.substring(start, text.indexOf('"', start));
    }

    private static TestRecord<byte[], byte[]> record(DemoMessage message) {
        return new TestRecord<>(
                message.key(), message.value(), KafkaHeaders.toKafka(message.headers()), message.timestamp());
    }

    private static String name(DemoMessage.Fate fate) {
        Reason reason = fate.reason();
        return reason == null ? fate.kind().name() : reason.name();
    }

    private static List<DemoMessage> list(DemoStream stream) {
        List<DemoMessage> all = new ArrayList<>();
        stream.forEach(all::add);
        return all;
    }

    /** Each partition in its order, but any partition's next message next. */
    private static List<DemoMessage> interleaved(List<DemoMessage> messages, Random random) {
        List<Deque<DemoMessage>> partitions =
                new ArrayList<>(byPartition(messages).values());
        List<DemoMessage> result = new ArrayList<>();
        while (!partitions.isEmpty()) {
            Deque<DemoMessage> partition = partitions.get(random.nextInt(partitions.size()));
            // In stretches, as a consumer fetches.
            for (int i = random.nextInt(40); i >= 0 && !partition.isEmpty(); i--) {
                result.add(partition.removeFirst());
            }
            partitions.removeIf(Deque::isEmpty);
        }
        return result;
    }

    private static List<DemoMessage> partitionByPartition(List<DemoMessage> messages) {
        List<DemoMessage> result = new ArrayList<>();
        byPartition(messages).descendingMap().values().forEach(result::addAll);
        return result;
    }

    private static NavigableMap<String, Deque<DemoMessage>> byPartition(List<DemoMessage> messages) {
        NavigableMap<String, Deque<DemoMessage>> partitions = new TreeMap<>();
        messages.forEach(message -> partitions
                .computeIfAbsent(message.topic() + "-" + message.partition(), ignored -> new ArrayDeque<>())
                .add(message));
        return partitions;
    }
}
