package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.Background;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.intake.Formats;
import dev.hapax.meters.Meter;
import dev.hapax.source.Sources;
import dev.hapax.topology.CurrentSources;
import dev.hapax.topology.HapaxTopology;
import dev.hapax.topology.StreamsDefaults;
import dev.hapax.topology.TopologyGauges;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus is told of an instance, before it has met its broker. */
class MeasurementsTest {

    @TempDir
    private Path folder;

    @Test
    void shouldTellPrometheusInItsOwnWordsOfHapaxKafkaAndTheJvm() throws Exception {
        Settings settings = settings();
        StreamsConfig config = new StreamsConfig(StreamsDefaults.of(settings));
        Measurements measurements = new Measurements(List.of("hooks"), new Background());
        try (RocksMemory memory = new RocksMemory(1 << 20)) {
            Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
            var topology = new HapaxTopology(
                            settings,
                            new CurrentSources(sources),
                            memory,
                            Clock.systemUTC(),
                            new TopologyGauges(measurements.meters(), new GuardQueries()))
                    .build(new TopologyConfig(config));
            measurements.meters().decided("billing-failure", true);
            try (KafkaStreams streams = new KafkaStreams(topology, config)) {
                measurements.bind(streams);

                String scraped =
                        ((PrometheusMeterRegistry) measurements.meters().registry()).scrape();

                // But those of replays, which the admin API runs.
                assertThat(EnumSet.complementOf(EnumSet.of(Meter.REPLAY_PASSED, Meter.REPLAY_LENGTH)).stream()
                                .map(Meter::prometheusName))
                        .allSatisfy(name -> assertThat(scraped).containsPattern("(?m)^# TYPE " + name + " "));
                assertThat(scraped)
                        .contains("\nkafka_consumer_", "\nkafka_stream_", "\njvm_memory_used_bytes", "\nprocess_");
                ScrapeCheck.check(scraped);
            }
        } finally {
            measurements.close();
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("kafka-meters"));
    }

    private Settings settings() throws Exception {
        Path rules = Path.of(System.getProperty("hapax.root", "..")).resolve("config/rules.yaml");
        Files.copy(rules, folder.resolve("rules.yaml"));
        return SettingsFile.parse("""
                kafka: { bootstrap.servers: "localhost:1" }
                sources: [ { topic: hooks, identity: { field: /id } } ]
                classifiers: { rules: { file: rules.yaml } }
                """, "test.yaml", folder, name -> null).settings();
    }
}
