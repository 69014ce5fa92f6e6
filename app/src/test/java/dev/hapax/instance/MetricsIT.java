package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.faults.Application;
import dev.hapax.faults.TestBroker;
import dev.hapax.faults.TestConfig;
import dev.hapax.intake.Formats;
import dev.hapax.source.Sources;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Prometheus is told of an instance at work. */
@Timeout(180)
class MetricsIT {

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final Pattern DOCUMENTED = Pattern.compile("`(kafka_[a-z0-9_]+)`");

    @Test
    void shouldTellPrometheusWhatItDoesInNamesThatAreDocumented() throws Exception {
        try (Application application = BROKER.application("metrics")) {
            TestConfig config = application.config();
            application.createTopics(config);
            Path file = config.write(BROKER.folder().resolve("metrics.yaml"));
            Settings settings = SettingsFile.read(file, Environment.ofProcess());
            Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
            try (Instance instance = Instance.start(settings, sources, Clock.systemUTC())) {
                application.send("1", "Payment failed", System.currentTimeMillis());
                application.send("1", "Payment failed", System.currentTimeMillis());
                application.sendPoison("1");

                PrometheusMeterRegistry registry =
                        (PrometheusMeterRegistry) instance.meters().registry();
                String source = settings.sources().get(0).name();
                await().atMost(Duration.ofSeconds(90))
                        .untilAsserted(() -> assertThat(registry.scrape())
                                .contains(
                                        messages(source, "admitted"),
                                        messages(source, "duplicate"),
                                        messages(source, "quarantined")));

                String page = Files.readString(Path.of(System.getProperty("hapax.root"), "docs", "metrics.md"));
                List<String> documented = DOCUMENTED
                        .matcher(page)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList();
                assertThat(documented).hasSizeGreaterThan(5);
                // Kafka's meters come with the tasks, and are looked for every 10 s.
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(registry.scrape()
                                        .lines()
                                        .filter(line -> line.startsWith("# TYPE "))
                                        .map(line -> line.split(" ", -1)[2]))
                                .containsAll(documented));
                ScrapeCheck.check(registry.scrape());
            }
        }
    }

    private static String messages(String source, String outcome) {
        return "hapax_messages_total{outcome=\"" + outcome + "\",source=\"" + source + "\"} 1.0";
    }
}
