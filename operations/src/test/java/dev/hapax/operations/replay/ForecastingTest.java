package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import dev.hapax.operations.Range;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run promises no more than an instance would keep. */
class ForecastingTest {

    private static final Instant NOW = Instant.parse("2026-05-05T17:00:00Z");

    private static final String RULES = """
            version: 1
            description: For tests
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: large
                label: large-payment
                important: true
                priority: 50
                score: 80
                reason: "Large"
                when: { conditions: ["amount >= 1000"] }
                examples: [{ match: { amount: 1000 } }, { no-match: { amount: 1 } }]
            """;

    @TempDir
    private Path folder;

    private Forecast.Reader forecasting;
    private long offset;

    @BeforeEach
    void configure() throws Exception {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        Settings settings =
                SettingsFile.parse("""
                kafka: {bootstrap.servers: 'localhost:1'}
                classifiers: {rules: {file: rules.yaml}}
                sources:
                  - {topic: in, identity: {field: /id}, classifier: rules, fields: {amount: /amount}}
                """, "test.yaml", folder, name -> null).settings();
        Source source = Objects.requireNonNull(
                Sources.of(settings, Formats.load(), Classifiers.installed()).ofTopic("in"));
        ReplayRange.Stretch stretch =
                new ReplayRange.Stretch("in", new TreeMap<>(Map.of(0, new Range(0, 100))), List.of());
        ReplaySource originals = ReplaySource.of(settings, Formats.load(), source, Where.of(List.of()));
        forecasting = new Forecast.Reader(stretch, originals, settings.limits(), NOW);
    }

    @Test
    void shouldNotCountAsActingWhatWillBeQuarantinedAgain() {
        shows("{\"id\":\"1\",\"amount\":5000}", NOW);
        shows("{\"id\":\"2\",\"amount\":5}", NOW);
        shows("{\"id\":\"3\",\"amount\":\"a lot\"}", NOW);
        shows("{\"id\":\"4\",\"amount\":5000}", NOW.plus(Duration.ofDays(1)));
        shows("{\"id\":\"4\",\"amount\":5000}", NOW);
        shows("{\"id\":\"4\",\"amount\":5000}", NOW);
        shows("{broken", NOW);

        Forecast forecast = forecasting.forecast(Map.of());
        Map<String, @Nullable Object> fields = ReplayFields.of(forecast);

        assertThat(fields)
                .containsEntry("messages", 7L)
                .containsEntry("given", 6L)
                .containsEntry("unreadable", 1L)
                .containsEntry("admitted", 3L)
                .containsEntry("duplicates", 1L)
                .containsEntry("alerts", 2L)
                .containsEntry("quarantined", 2L);
        assertThat(forecast.decisions())
                .filteredOn(Forecast.Tally::quarantined)
                .extracting(Forecast.Tally::label)
                .containsExactlyInAnyOrder("CLASSIFIER_FAILED", "IN_THE_FUTURE");
    }

    private void shows(String value, Instant time) {
        forecasting.take(new ConsumerRecord<>(
                "in",
                0,
                offset++,
                time.toEpochMilli(),
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                value.getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                Optional.empty()));
    }
}
