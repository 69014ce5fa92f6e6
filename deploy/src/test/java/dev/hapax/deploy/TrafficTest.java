package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.guard.RocksMemory;
import dev.hapax.intake.Formats;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.topology.HapaxTopology;
import dev.hapax.topology.StreamsDefaults;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample traffic has something of everything, as the instances of compose.yaml see it. */
class TrafficTest {

    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void shouldBeAdmittedButForItsCopiesItsConflictsAndItsPoison() throws Exception {
        List<String> lines = lines(100, 1);

        assertThat(lines).hasSize(100);
        assertThat(outcomes(lines))
                .isEqualTo(Map.of("admitted", 86L, "duplicate", 10L, "CONFLICT", 2L, "UNREADABLE", 2L));
    }

    @Test
    void shouldHaveItsCopiesWhereASecondEnds() throws Exception {
        // The 18th is a copy, and the first of its second.
        List<String> lines = lines(17, 3);

        assertThat(lines).hasSize(51).noneMatch(String::isBlank);
        assertThat(outcomes(lines))
                .isEqualTo(Map.of("admitted", 44L, "duplicate", 5L, "CONFLICT", 1L, "UNREADABLE", 1L));
    }

    private static List<String> lines(int rate, int seconds) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "sh", "deploy/traffic/messages.sh", Integer.toString(rate), Integer.toString(seconds))
                .directory(Repository.ROOT.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }

    /** What becomes of them, through the whole topology. */
    private Map<String, Long> outcomes(List<String> lines) throws IOException {
        Map<String, String> environment =
                Map.of("HAPAX_TOKEN", "0123456789abcdef", "HAPAX_STATE_DIR", folder.toString());
        Settings settings = SettingsFile.read(Repository.DEPLOY.resolve("hapax.yaml"), environment::get);
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        Map<String, Object> choices = StreamsDefaults.of(settings);
        Properties properties = new Properties();
        properties.putAll(choices);
        try (RocksMemory memory = new RocksMemory(settings.guard().rocksdbMemory());
                TopologyTestDriver driver = new TopologyTestDriver(
                        new HapaxTopology(settings, sources, memory, Clock.fixed(NOW, ZoneOffset.UTC))
                                .build(new TopologyConfig(new StreamsConfig(choices))),
                        properties,
                        NOW)) {
            var input = driver.createInputTopic(
                    settings.sources().get(0).topic(), new ByteArraySerializer(), new ByteArraySerializer());
            for (String line : lines) {
                input.pipeInput(new TestRecord<>(null, line.getBytes(StandardCharsets.UTF_8), NOW));
            }
            Map<String, Long> outcomes = new TreeMap<>();
            read(driver, settings.topic(Topic.DECISIONS)).forEach(it -> outcomes.merge("admitted", 1L, Long::sum));
            read(driver, settings.topic(Topic.DUPLICATES)).forEach(it -> outcomes.merge("duplicate", 1L, Long::sum));
            read(driver, settings.topic(Topic.QUARANTINE))
                    .forEach(it -> outcomes.merge(
                            String.valueOf(KafkaHeaders.text(it.headers(), HeaderNames.REASON)), 1L, Long::sum));
            return outcomes;
        }
    }

    private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }
}
