package dev.hapax.operations.quarantine;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.intake.Formats;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.source.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Quarantined records as an instance writes them, and the configuration it runs with. */
final class Cases {

    static final Instant NOW = Instant.parse("2026-05-05T17:00:00Z");
    static final Coordinates ID = new Coordinates("in", 2, 17);
    static final Settings SETTINGS = SettingsFile.parse(
                    """
                    kafka: {bootstrap.servers: 'localhost:1'}
                    sources:
                      - {name: orders, topic: in, identity: {field: /id}}
                    quarantine: {max-attempts: 3}
                    """, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
            .settings();
    static final Sources SOURCES = Sources.of(SETTINGS, Formats.load(), Classifiers.installed());

    /** The same, with a classifier that decides nothing. */
    static final Sources FAILING_SOURCES = Sources.of(
            SettingsFile.parse("""
                            kafka: {bootstrap.servers: 'localhost:1'}
                            classifiers: {never: {type: test-never}}
                            sources:
                              - {name: orders, topic: in, identity: {field: /id}, classifier: never}
                            """, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
                    .settings(),
            Formats.load(),
            Classifiers.installed());

    /** The same, with the event time in a field. */
    static final Sources TIMED_SOURCES = Sources.of(
            SettingsFile.parse("""
                            kafka: {bootstrap.servers: 'localhost:1'}
                            sources:
                              - {name: orders, topic: in, identity: {field: /id}, event-time: /created}
                            """, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
                    .settings(),
            Formats.load(),
            Classifiers.installed());

    private Cases() {}

    static Quarantined conflict() {
        return of(Reason.CONFLICT, "{\"id\":\"a\",\"n\":1}", 1);
    }

    static Quarantined of(Reason reason, @Nullable String value, int attempts) {
        return of(message(value), reason, attempts);
    }

    static Message message(@Nullable String value) {
        return new Message(
                ID,
                NOW.toEpochMilli() - 5_000,
                new byte[] {1, 2},
                value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                List.of(new Header("traceparent", new byte[] {3}), new Header("empty", null)));
    }

    static Quarantined of(Message message, Reason reason, int attempts) {
        return of(message, reason, Phase.GUARD, attempts - 1, attempts, NOW);
    }

    static Quarantined of(Message message, Reason reason, Phase phase, int generation, int attempts, Instant at) {
        Refusal refusal = new Refusal(reason, phase, "told by the test", null, "orders", "a", null);
        Record<byte[], byte[]> written = new QuarantineRecords("hapax", 8192, 4096)
                .record(new Outcome.Refused(message, refusal, generation, attempts), at);
        return Objects.requireNonNull(Quarantined.read(new ConsumerRecord<>(
                "hapax.quarantine",
                0,
                attempts,
                at.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                written.key(),
                written.value(),
                written.headers(),
                Optional.empty())));
    }
}
