package dev.hapax.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Typed;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Reason;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Event time from a field on a real broker: across the repartition topic, a restart, an edit, a replay, and in verify. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
class EventTimeFieldIT {

    /** Older than every retention, and than the start of every instance. */
    private static final Instant CREATED = Instant.parse("2025-01-01T08:00:00Z");

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountByTheFieldEverywhere(boolean keyed) throws Exception {
        try (Application application = BROKER.application("event-time-" + keyed)) {
            ApplicationConfig config = application
                    .config()
                    .source(
                            application.input(),
                            Map.of(
                                    "event-time",
                                    "/created",
                                    "fingerprint",
                                    List.of("/id"),
                                    "keyed-by-identity",
                                    keyed));
            Path file = config.write(BROKER.folder().resolve("event-time-" + keyed + ".yaml"));
            application.createTopics(config);
            // A day later by the field.
            application.audit().allowIdentitiesToActAgain();
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(config)) {
                    send(application, "first", CREATED);
                    // A minute later by the field, and at the same moment by the record.
                    send(application, "first", CREATED.plusSeconds(60));
                    send(application, "again", CREATED);
                    send(application, "again", CREATED.plus(Duration.ofHours(24)));
                    application.send(new ProducerRecord<>(
                            application.input(), Application.utf8("none"), Application.utf8("{\"id\":\"none\"}")));
                    outputs.awaitTotal(instance, 5);
                    instance.terminate();
                    assertThat(instance.exitCode(60)).isZero();
                }
                try (HapaxProcess instance = application.start(config)) {
                    // Only late if stream time, which is by the field, has survived the restart.
                    send(application, "late", CREATED.plus(Duration.ofHours(22)));
                    outputs.awaitTotal(instance, 6);
                    assertThat(eventTimes(outputs))
                            .containsExactlyInAnyOrder(CREATED, CREATED, CREATED.plus(Duration.ofHours(24)));
                    assertThat(outputs.of(Topic.DUPLICATES)).hasSize(1);
                    assertThat(reasons(outputs)).containsExactly(Reason.INVALID.name(), Reason.LATE.name());
                    assertVerified(file);

                    edit(application, file);
                    outputs.awaitWith(
                            instance,
                            "the edited message",
                            () -> outputs.of(Topic.DECISIONS).size() == 4);
                    replay(application, file);
                    outputs.awaitWith(
                            instance,
                            "the messages of the range",
                            () -> outputs.of(Topic.DECISIONS).size() == 7);

                    assertThat(eventTimes(outputs).subList(3, 7))
                            .containsExactlyInAnyOrder(
                                    CREATED.plusSeconds(7), CREATED, CREATED, CREATED.plus(Duration.ofHours(24)));
                    assertVerified(file);
                }
            }
        }
    }

    private static void edit(Application application, Path file) throws Exception {
        String id = application.input() + "-0@4";
        Typed timestamp = Typed.hapax(
                "quarantine", "edit", "-c", file.toString(), id, "--timestamp", "now", "--reason", "no time");
        Typed field = Typed.hapax(
                "quarantine",
                "edit",
                "-c",
                file.toString(),
                id,
                "--patch",
                "{\"created\":\"" + CREATED.plusSeconds(7) + "\"}",
                "--reason",
                "no time");

        assertThat(timestamp.exitCode()).as(timestamp.toString()).isNotZero();
        assertThat(timestamp.toString()).contains("takes its event time from field /created");
        assertThat(field.exitCode()).as(field.toString()).isZero();
    }

    /** Of the first four records, of which one is a duplicate. */
    private static void replay(Application application, Path file) throws Exception {
        Typed replay = Typed.hapax(
                "replay",
                "-c",
                file.toString(),
                "--topic",
                application.input(),
                "--from-offset",
                "0:0",
                "--to-offset",
                "0:4",
                "--execute");

        assertThat(replay.exitCode()).as(replay.toString()).isZero();
    }

    private static void assertVerified(Path file) throws Exception {
        Typed verify = Typed.hapax("verify", "-c", file.toString());

        assertThat(verify.exitCode()).as(verify.toString()).isZero();
        assertThat(verify.out()).contains("Nothing lost");
    }

    private static void send(Application application, String id, Instant created) throws Exception {
        application.send(new ProducerRecord<>(
                application.input(),
                Application.utf8(id),
                Application.utf8("{\"id\":\"%s\",\"created\":\"%s\"}".formatted(id, created))));
    }

    private static List<Instant> eventTimes(ApplicationOutputs outputs) {
        return outputs.of(Topic.DECISIONS).stream()
                .map(record -> DecisionSerde.read(record.value()))
                .map(Decision::eventTime)
                .map(Instant::ofEpochMilli)
                .toList();
    }

    private static List<String> reasons(ApplicationOutputs outputs) {
        return outputs.of(Topic.QUARANTINE).stream()
                .map(record -> String.valueOf(KafkaHeaders.text(record.headers(), HeaderNames.REASON)))
                .toList();
    }
}
