package dev.hapax.app.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What becomes of cases that are given again, and that operators are told. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ReplayOutcomeIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldNotActBesideALiveCopyAndShowWhatActedInstead() throws Exception {
        try (Application application = BROKER.application("copies")) {
            application.createTopics(config(application, "/id"));
            long time = System.currentTimeMillis();
            String value = "{\"id\":\"m\",\"subject\":\"Payment failed\"}";
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess wrong = application.start(config(application, "/nr"))) {
                application.send(new ProducerRecord<>(application.input(), 0, time, null, Application.utf8(value)));
                outputs.awaitWith(
                        wrong, "a case", () -> outputs.of(Topic.QUARANTINE).size() == 1);
                assertThat(stopped(wrong)).isZero();
            }
            ApplicationConfig right = config(application, "/id");
            Path file = right.write(BROKER.folder().resolve("copies.yaml"));
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(right)) {
                application.send(new ProducerRecord<>(application.input(), 0, time, null, Application.utf8(value)));
                outputs.awaitWith(
                        instance, "the copy", () -> outputs.of(Topic.DECISIONS).size() == 1);

                Typed replay = hapax(file, "replay", application.input() + "-0@0", "--wait", "60s");
                outputs.awaitWith(
                        instance, "its end", () -> outputs.of(Topic.DUPLICATES).size() == 1);

                assertThat(replay.exitCode()).as(replay.err()).isZero();
                assertThat(replay.out())
                        .contains("held back: its copy " + application.input() + "-0@1 was decided as billing-failure");
                assertThat(outputs.of(Topic.DECISIONS)).hasSize(1);
                assertThat(hapax(file, "show", application.input() + "-0@0").out())
                        .contains("held back: its copy");
            }
        }
    }

    @Test
    void shouldTellWhatBecameOfEachReplay() throws Exception {
        try (Application application = BROKER.application("outcomes")) {
            ApplicationConfig config = config(application, "/id");
            application.createTopics(config);
            Path file = config.write(BROKER.folder().resolve("outcomes.yaml"));
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                long time = System.currentTimeMillis();
                application.send("a", "Payment failed", time);
                application.send("a", "Payment done", time);
                application.sendPoison("x");
                outputs.awaitWith(
                        instance,
                        "two cases",
                        () -> outputs.of(Topic.QUARANTINE).size() == 2);

                Typed decided = hapax(file, "replay", application.input() + "-0@1", "-o", "json", "--wait", "60s");
                Typed again = hapax(file, "replay", application.input() + "-0@2", "--force", "--wait", "60s");

                JsonNode outcome = JSON.readTree(decided.out()).path("outcome");
                assertThat(decided.exitCode()).as(decided.err()).isZero();
                assertThat(outcome.path("kind").asText()).isEqualTo("decided");
                assertThat(outcome.path("said").asText()).startsWith("decided as ");
                assertThat(again.exitCode()).isEqualTo(1);
                assertThat(again.out()).contains("quarantined again: UNREADABLE");
                assertThat(hapax(file, "list", "--ids").out().strip()).isEqualTo(application.input() + "-0@2");
            }
            Typed late = hapax(file, "replay", application.input() + "-0@2", "--force", "--wait", "1s");
            assertThat(late.out()).contains("not processed within 1 s");
        }
    }

    @Test
    void shouldOpenACaseAgainWhoseReplayExpiredUnread() throws Exception {
        try (Application application = BROKER.application("expired")) {
            ApplicationConfig config = config(application, "/id");
            application.createTopics(config);
            Path file = config.write(BROKER.folder().resolve("expired.yaml"));
            String first = application.input() + "-0@1";
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                long time = System.currentTimeMillis();
                application.send("a", "Payment failed", time);
                application.send("a", "Payment done", time);
                outputs.awaitWith(
                        instance, "a case", () -> outputs.of(Topic.QUARANTINE).size() == 1);
                assertThat(stopped(instance)).isZero();
            }
            assertThat(hapax(file, "replay", first, "--no-wait").out()).contains("generation 1");
            assertThat(hapax(file, "list", "--ids").out()).doesNotContain(first);

            TopicPartition replays = new TopicPartition(application.topic(Topic.REPLAYS), 0);
            application
                    .admin()
                    .deleteRecords(Map.of(replays, RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);

            assertThat(hapax(file, "list", "--ids").out().strip()).isEqualTo(first);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                application.send("b", "Payment failed", System.currentTimeMillis());
                outputs.awaitWith(
                        instance, "another", () -> outputs.of(Topic.DECISIONS).size() == 2);
                assertThat(hapax(file, "show", first).out()).contains("opened again: its replay was deleted");
                assertThat(hapax(file, "replay", first, "--wait", "60s").out()).contains("decided as");
            }
        }
    }

    @Test
    void shouldSkipAndCountStrangersRecords() throws Exception {
        try (Application application = BROKER.application("strangers")) {
            ApplicationConfig config = config(application, "/id");
            application.createTopics(config);
            Path file = config.write(BROKER.folder().resolve("strangers.yaml"));
            RecordHeaders bad = new RecordHeaders();
            Map.of(
                            "hapax-original-headers", "0",
                            "hapax-reason", "INVALID",
                            "hapax-attempts", "many",
                            "hapax-timestamp", "0",
                            "__streams.errors.topic", "in",
                            "__streams.errors.partition", "0",
                            "__streams.errors.offset", "0")
                    .forEach((name, value) -> bad.add(name, Application.utf8(value)));
            send(application, Topic.QUARANTINE, null, "no headers", new RecordHeaders());
            send(application, Topic.QUARANTINE, null, "bad number", bad);
            send(application, Topic.CASES, "in-0@0", "rubbish", new RecordHeaders());
            send(
                    application,
                    Topic.CASES,
                    "in-0@0",
                    "{\"schema\":\"hapax.case/1\",\"case\":\"in-0@0\",\"state\":\"open\",\"attempt\":1,\"history\":"
                            + "[{\"at\":\"yesterday\",\"actor\":\"x\",\"action\":\"noted\"}]}",
                    new RecordHeaders());

            for (List<String> words : List.of(
                    List.of("list"),
                    List.of("list", "--group-by", "reason"),
                    List.of("export"),
                    List.of("replay", "--all"))) {
                List<String> rest = new ArrayList<>(words.subList(1, words.size()));
                Typed typed = hapax(file, words.get(0), rest.toArray(new String[0]));
                assertThat(typed.exitCode()).as(words + typed.err()).isZero();
                assertThat(typed.err()).as(words.toString()).contains("4 records skipped: not written by Hapax");
            }
        }
    }

    private static int stopped(HapaxProcess instance) throws Exception {
        instance.terminate();
        return instance.exitCode(60);
    }

    private static void send(
            Application application, Topic topic, @Nullable String key, String value, RecordHeaders headers)
            throws Exception {
        application.send(new ProducerRecord<>(
                application.topic(topic),
                null,
                null,
                key == null ? null : Application.utf8(key),
                Application.utf8(value),
                headers));
    }

    private static ApplicationConfig config(Application application, String identity) {
        return application
                .config()
                .source(application.input(), Map.of("identity", Map.of("field", identity)))
                .set("quarantine", "flood", Map.of("max-consecutive", 0, "max-share", 1));
    }

    private static Typed hapax(Path config, String command, String... more) {
        String[] arguments = new String[4 + more.length];
        List.of("quarantine", command, "-c", config.toString()).toArray(arguments);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return Typed.hapax(arguments);
    }
}
