package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.domain.Decision;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Rules are applied while two instances work, and every decision is right for the version that it names. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class RulesReloadIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTITIONS = 4;

    private static final String OLD_RULES = """
            version: 1
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: billing
                label: billing-failure
                when: { keywords: { in: [subject], any: ["payment failed"] } }
                examples: [ { match: { subject: "Payment failed" } } ]
            """;

    /** Asks for a field that the old rules do not read. */
    private static final String NEW_RULES = """
            version: 1
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: large
                label: large-amount
                when: { conditions: ["/amount > 100"] }
                examples: [ { match: { /amount: 101 } } ]
            """;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldDecideByTheAppliedRulesInAllInstancesWithoutARestart() throws Exception {
        try (Application application = BROKER.application("reloaded")) {
            Path oldRules = rules(application, "old.yaml", OLD_RULES);
            Path newRules = rules(application, "new.yaml", NEW_RULES);
            ApplicationConfig config = config(application, "one", oldRules);
            String file =
                    config.write(application.folder().resolve("reload.yaml")).toString();
            application.createTopics(config);
            String oldVersion = version(oldRules);
            String newVersion = version(newRules);

            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess one = application.start(config);
                        HapaxProcess other = application.start(config(application, "other", oldRules))) {
                    // There is no group before the first of them has joined it.
                    await().atMost(Duration.ofMinutes(1))
                            .ignoreExceptions()
                            .until(() -> application.members().values().stream()
                                            .filter(partitions -> partitions > 0)
                                            .count()
                                    == 2);
                    Load load = new Load(application);
                    try {
                        outputs.awaitWith(
                                one,
                                "decisions under load",
                                () -> decisions(outputs).size() > 100);
                        strangersWrite(application);
                        Typed applied = apply(file, newRules, "amounts count");
                        assertThat(applied.exitCode()).as(applied.toString()).isZero();
                        assertThat(applied.out()).contains(newVersion);
                        awaitTakenOver(application, newVersion, one, other);
                    } finally {
                        load.stop();
                    }
                    sendAll(application, "after");
                    awaitDecided(outputs, one, "after");
                    assertThat(one.isAlive() && other.isAlive()).isTrue();
                    assertThat(one.printedToErr())
                            .contains("is not taken over, and the rules before it stay in force")
                            .doesNotContain("Another instance decides");
                    one.terminate();
                    other.terminate();
                    assertThat(one.exitCode(60)).as(one.printed()).isZero();
                    assertThat(other.exitCode(60)).as(other.printed()).isZero();
                }

                List<Decision> decisions = decisions(outputs);
                assertThat(versions(decisions)).containsOnlyKeys(oldVersion, newVersion);
                assertRight(decisions, oldVersion);
                assertThat(decisions.stream().filter(decision -> of("after", decision)))
                        .hasSize(100)
                        .allSatisfy(
                                decision -> assertThat(decision.classifier()).startsWith(newVersion));

                // The rule file on disk is still the old one.
                try (HapaxProcess again = application.start(config)) {
                    sendAll(application, "restarted");
                    awaitDecided(outputs, again, "restarted");
                    assertThat(again.printedToErr())
                            .contains("the rule file is " + oldVersion + ", but " + newVersion + " was applied");
                    assertThat(decisions(outputs).stream().filter(decision -> of("restarted", decision)))
                            .hasSize(100)
                            .allSatisfy(decision ->
                                    assertThat(decision.classifier()).startsWith(newVersion));

                    assertRollback(file, application, outputs, again, oldRules, newRules);
                }
                assertRight(decisions(outputs), oldVersion);
            }
            assertNothingChanged(file);
        }
    }

    @Test
    void shouldRefuseRulesThatInstancesCouldNotUse() throws Exception {
        try (Application application = BROKER.application("refusing")) {
            Path rules = rules(application, "rules.yaml", OLD_RULES);
            ApplicationConfig config = config(application, "state", rules);
            String file =
                    config.write(application.folder().resolve("refusing.yaml")).toString();
            application.createTopics(config);

            Path failing = rules(application, "failing.yaml", OLD_RULES.replace("{ match:", "{ no-match:"));
            Typed wrongExample = apply(file, failing, "a mistake");
            assertThat(wrongExample.exitCode()).isEqualTo(1);
            assertThat(wrongExample.err()).contains("rule billing, example 1", "so it was not applied");

            Typed noReason = apply(file, rules, " ");
            assertThat(noReason.exitCode()).isEqualTo(2);
            assertThat(noReason.err()).contains("--reason: must not be empty");

            Typed unknown = Typed.hapax("rules", "apply", "-c", file, "--classifier", "ruels", "--reason", "r");
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err()).contains("--classifier: ruels is not one of classifiers: rules");

            config.set("classifiers", "rules", Map.of("file", rules.toString()));
            config.write(Path.of(file));
            Typed off = apply(file, rules, "not on");
            assertThat(off.exitCode()).isEqualTo(2);
            assertThat(off.err()).contains("classifiers.rules.reload: false", "Set it to true");

            config(application, "state", rules).write(Path.of(file));
            assertThat(Typed.hapax("rules", "history", "-c", file).out()).contains("No rules were applied");
        }
    }

    private static void assertRollback(
            String file,
            Application application,
            ApplicationOutputs outputs,
            HapaxProcess instance,
            Path oldRules,
            Path newRules)
            throws Exception {
        Typed same = apply(file, newRules, "again");
        assertThat(same.exitCode()).isZero();
        assertThat(same.out()).contains("already in force");

        assertThat(apply(file, oldRules, "back").exitCode()).isZero();
        assertThat(apply(file, newRules, "forth").exitCode()).isZero();
        // Its key is in the topic already.
        assertThat(apply(file, oldRules, "back again").exitCode()).isZero();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            String[] lines = instance.printedToErr().split("is in force \\(was", -1);
            return lines.length >= 5;
        });
        sendAll(application, "between");
        awaitDecided(outputs, instance, "between");
        sendAll(application, "back");
        awaitDecided(outputs, instance, "back");
        String oldVersion = version(oldRules);
        assertThat(decisions(outputs).stream().filter(decision -> of("back", decision)))
                .hasSize(100)
                .allSatisfy(decision -> assertThat(decision.classifier()).startsWith(oldVersion));

        JsonNode items = JSON.readTree(Typed.hapax("rules", "history", "-c", file, "-o", "json")
                        .out())
                .get("items");
        assertThat(items).hasSizeGreaterThanOrEqualTo(2);
        assertThat(items.get(0).get("version").asText()).isEqualTo(oldVersion);
        assertThat(items.get(0).get("inForce").asBoolean()).isTrue();
        assertThat(items.get(0).get("reason").asText()).isEqualTo("back again");
        assertThat(items.get(1).get("inForce").asBoolean()).isFalse();
    }

    private static void assertNothingChanged(String file) throws IOException {
        Typed verified = Typed.hapax("verify", "-c", file, "-o", "json");
        assertThat(verified.exitCode()).as(verified.toString()).isZero();
        JsonNode found = JSON.readTree(verified.out());
        assertThat(found.get("anomalies")).isEmpty();
        assertThat(found.get("totals").get("otherRules").asInt()).isZero();
    }

    /** What nobody but Hapax should be able to write. */
    private static void strangersWrite(Application application) throws Exception {
        String topic = application.topic(Topic.RULES);
        application.send(new ProducerRecord<>(topic, new byte[0], Application.utf8(NEW_RULES)));
        application.send(new ProducerRecord<>(topic, Application.utf8("rules/mine"), new byte[] {-1, -2}));
        ProducerRecord<byte[], byte[]> broken =
                new ProducerRecord<>(topic, Application.utf8("rules/broken"), Application.utf8("rules: [ {"));
        broken.headers()
                .add(HeaderNames.ACTOR, Application.utf8("mallory"))
                .add(HeaderNames.REASON, Application.utf8("none"))
                .add(HeaderNames.APPLIED_AT, Application.utf8("2026-05-04T12:00:00Z"));
        application.send(broken);
    }

    /** Until each thread has committed after its instance had the new version. */
    private static void awaitTakenOver(Application application, String version, HapaxProcess... instances)
            throws Exception {
        for (HapaxProcess instance : instances) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> instance.printedToErr().contains(version + " is in force"));
        }
        // Twice: what was read before the version was there may be in a transaction that ends after it.
        for (int i = 0; i < 2; i++) {
            Map<Integer, Long> ends = ends(application);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> application.committed().entrySet().stream()
                            .allMatch(committed ->
                                    committed.getValue() > Objects.requireNonNull(ends.get(committed.getKey()))));
        }
    }

    private static Map<Integer, Long> ends(Application application) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(application.input(), partition))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        return application.admin().listOffsets(asked).all().get(60, TimeUnit.SECONDS).entrySet().stream()
                .collect(Collectors.toMap(
                        end -> end.getKey().partition(), end -> end.getValue().offset()));
    }

    private static void assertRight(List<Decision> decisions, String oldVersion) {
        assertThat(decisions)
                .allSatisfy(decision -> assertThat(decision.judgement().label())
                        .isEqualTo(
                                decision.classifier().startsWith(oldVersion + "+")
                                        ? "billing-failure"
                                        : "large-amount"));
    }

    private static Map<String, Long> versions(List<Decision> decisions) {
        return decisions.stream()
                .collect(Collectors.groupingBy(
                        decision -> decision.classifier()
                                .substring(0, decision.classifier().indexOf('+')),
                        Collectors.counting()));
    }

    private static List<Decision> decisions(ApplicationOutputs outputs) {
        return outputs.of(Topic.DECISIONS).stream()
                .map(record -> DecisionSerde.read(record.value()))
                .toList();
    }

    private static boolean of(String batch, Decision decision) {
        return decision.identity().startsWith(batch + "-");
    }

    private static void awaitDecided(ApplicationOutputs outputs, HapaxProcess instance, String batch) throws Exception {
        outputs.awaitWith(
                instance,
                "decisions of " + batch,
                () -> decisions(outputs).stream()
                                .filter(decision -> of(batch, decision))
                                .count()
                        == 100);
    }

    private static void sendAll(Application application, String batch) throws Exception {
        for (int i = 0; i < 100; i++) {
            send(application, batch + "-" + i);
        }
    }

    private static void send(Application application, String id) throws Exception {
        application.send(new ProducerRecord<>(
                application.input(),
                Application.utf8(id),
                Application.utf8("{\"id\":\"%s\",\"subject\":\"Payment failed\",\"amount\":500}".formatted(id))));
    }

    private static Typed apply(String config, Path rules, String reason) {
        return Typed.hapax(
                "rules", "apply", "-c", config, "--file", rules.toString(), "--reason", reason, "--as", "anna");
    }

    private static String version(Path rules) throws IOException {
        return JSON.readTree(Typed.hapax("rules", "check", rules.toString(), "-o", "json")
                        .out())
                .get("version")
                .asText();
    }

    private static Path rules(Application application, String name, String text) throws IOException {
        return Files.writeString(application.folder().resolve(name), text);
    }

    private static ApplicationConfig config(Application application, String state, Path rules) {
        return application
                .config(state)
                .set("topics", "partitions", PARTITIONS)
                .set("instance", "threads", 2)
                .set("classifiers", "rules", Map.of("file", rules.toString(), "reload", true));
    }

    /** Messages that keep coming. */
    private static final class Load {

        private final Thread thread;
        private volatile boolean stopped;

        private Load(Application application) {
            thread = new Thread(() -> sendUntilStopped(application), "load");
            thread.start();
        }

        private void sendUntilStopped(Application application) {
            try {
                for (int i = 0; !stopped; i++) {
                    send(application, "load-" + i);
                }
            } catch (Exception e) {
                throw new AssertionError("the load ended", e);
            }
        }

        private void stop() throws InterruptedException {
            stopped = true;
            thread.join();
        }
    }
}
