package dev.hapax.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An instance works on; what it has left is verified, then tampered with, and every fault is named. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class VerifyIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int UNIMPORTANT = 4;
    private static final int IMPORTANT = 6;
    private static final int COPIES = 5;
    private static final int POISON = 3;
    private static final int ALL = UNIMPORTANT + IMPORTANT + COPIES + POISON;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldNameEveryFaultPlantedInTheOutputsAndNoneBefore() throws Exception {
        // With faults planted in its topics its books can't be right.
        try (Application application = new Application("verified", BROKER.bootstrapServers(), BROKER.folder())) {
            ApplicationConfig config = application.config();
            String file = config.write(BROKER.folder().resolve("verify.yaml")).toString();
            application.createTopics(config);
            Typed early = Typed.hapax("verify", "-c", file);
            assertThat(early.exitCode()).isEqualTo(1);
            assertThat(early.err()).contains("application verified has committed nothing", "check application-id");

            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                send(application);
                outputs.awaitTotal(instance, ALL);

                assertNothingWrong(file);
                plant(application, outputs.of(Topic.DECISIONS));
                assertEachNamed(file, application, outputs.of(Topic.DECISIONS));
            }
        }
    }

    @Test
    void shouldNotSayThatNothingIsLostWhenItCannotKnow() throws Exception {
        try (Application application = new Application("expired", BROKER.bootstrapServers(), BROKER.folder())) {
            ApplicationConfig config = application.config();
            String file = config.write(BROKER.folder().resolve("expired.yaml")).toString();
            application.createTopics(config);
            keepForEver(application);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                long longAgo = System.currentTimeMillis() - Duration.ofDays(30).toMillis();
                application.send("a", "Hello", longAgo);
                application.send("a", "Hello", longAgo + 1);
                outputs.awaitTotal(instance, 2);
                // As retention does after a week.
                TopicPartition duplicates = new TopicPartition(application.topic(Topic.DUPLICATES), 0);
                application
                        .admin()
                        .deleteRecords(Map.of(duplicates, RecordsToDelete.beforeOffset(1)))
                        .all()
                        .get(60, TimeUnit.SECONDS);

                Typed text = Typed.hapax("verify", "-c", file);
                Typed json = Typed.hapax("verify", "-c", file, "-o", "json");

                assertThat(text.exitCode()).as(text.toString()).isEqualTo(4);
                assertThat(text.out()).contains("Not known: 1").doesNotContain("Nothing lost");
                assertThat(json.exitCode()).isEqualTo(4);
                assertThat(JSON.readTree(json.out()).get("ok").asBoolean()).isFalse();
                assertThat(JSON.readTree(json.out()).get("notKnown").asInt()).isEqualTo(1);
            }
        }
    }

    /** The broker looks for old records half a minute after its start, and would delete those of the input too. */
    private static void keepForEver(Application application) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, application.input());
        AlterConfigOp keep = new AlterConfigOp(new ConfigEntry("retention.ms", "-1"), AlterConfigOp.OpType.SET);
        application
                .admin()
                .incrementalAlterConfigs(Map.of(topic, List.of(keep)))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    private static void send(Application application) throws Exception {
        long time = System.currentTimeMillis();
        for (int i = 0; i < UNIMPORTANT + IMPORTANT; i++) {
            application.send("m" + i, i < UNIMPORTANT ? "Hello" : "Payment failed", time + i);
        }
        for (int i = 0; i < COPIES; i++) {
            application.send("m" + i, i < UNIMPORTANT ? "Hello" : "Payment failed", time + 100);
        }
        for (int i = 0; i < POISON; i++) {
            application.sendPoison("poison " + i);
        }
    }

    private static void assertNothingWrong(String file) throws Exception {
        Typed typed = Typed.hapax("verify", "-c", file, "-o", "json");
        assertThat(typed.exitCode()).as(typed.toString()).isZero();
        JsonNode found = JSON.readTree(typed.out());
        assertThat(found.get("ok").asBoolean()).isTrue();
        assertThat(found.get("anomalies")).isEmpty();
        JsonNode totals = found.get("totals");
        assertThat(totals.get("read").asInt()).isEqualTo(ALL);
        assertThat(totals.get("admitted").asInt()).isEqualTo(UNIMPORTANT + IMPORTANT);
        assertThat(totals.get("alerts").asInt()).isEqualTo(IMPORTANT);
        assertThat(totals.get("duplicates").asInt()).isEqualTo(COPIES);
        assertThat(totals.get("quarantined").asInt()).isEqualTo(POISON);
        assertThat(totals.get("otherRules").asInt()).isZero();
        assertThat(found.get("partitions").get(0).get("addsUp").asBoolean()).isTrue();

        Typed later = Typed.hapax("verify", "-c", file, "--from", "2100-01-01");
        assertThat(later.exitCode()).as(later.toString()).isZero();
        assertThat(later.out()).contains("0 = 0 + 0 + 0 + 0").contains("Nothing lost");
    }

    /** What nobody but Hapax should be able to do to its topics. */
    private static void plant(Application application, List<ConsumerRecord<byte[], byte[]>> decisions)
            throws Exception {
        ConsumerRecord<byte[], byte[]> altered = decisions.get(1);
        TopicPartition partition = new TopicPartition(altered.topic(), altered.partition());
        application
                .admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(altered.offset() + 1)))
                .all()
                .get(60, TimeUnit.SECONDS);
        String value = new String(altered.value(), StandardCharsets.UTF_8);
        application.send(copy(altered, value.replaceFirst("\"label\":\"[^\"]*\"", "\"label\":\"harmless\"")));
        ConsumerRecord<byte[], byte[]> doubled = decisions.get(2);
        application.send(copy(doubled, new String(doubled.value(), StandardCharsets.UTF_8)));
        ProducerRecord<byte[], byte[]> invented = copy(decisions.get(3), "{}");
        invented.headers().remove(HeaderNames.SOURCE_OFFSET);
        invented.headers().add(HeaderNames.SOURCE_OFFSET, Application.utf8("9999"));
        application.send(invented);
        application.send(new ProducerRecord<>(altered.topic(), Application.utf8("k"), Application.utf8("{}")));
    }

    private static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record, String value) {
        return new ProducerRecord<>(
                record.topic(),
                record.partition(),
                null,
                record.key(),
                Application.utf8(value),
                new RecordHeaders(record.headers()));
    }

    private static void assertEachNamed(
            String file, Application application, List<ConsumerRecord<byte[], byte[]>> decisions) throws Exception {
        List<Path> before = workFolders();
        Typed typed = Typed.hapax("verify", "-c", file, "-o", "json");
        assertThat(typed.exitCode()).as(typed.toString()).isEqualTo(1);
        JsonNode found = JSON.readTree(typed.out());
        List<String> named = new ArrayList<>();
        found.get("anomalies")
                .forEach(anomaly -> named.add(anomaly.get("name").asText() + " "
                        + anomaly.get("coordinates").asText() + " "
                        + anomaly.get("identity").asText()));
        String input = application.input() + "-0@";
        String unnamed = decisions.get(0).topic() + "-0@";
        assertThat(found.get("ok").asBoolean()).isFalse();
        assertThat(named)
                .filteredOn(name -> !name.contains(unnamed))
                .containsExactlyInAnyOrder(
                        "lost " + input + "0 m0",
                        // A duplicate of what was never decided has come to nothing either.
                        "lost " + input + "10 m0",
                        "changed " + input + "1 m1",
                        "duplicated " + input + "2 m2",
                        "invented " + input + "9999 m3");
        assertThat(named).hasSize(6).anyMatch(name -> name.startsWith("invented " + unnamed));
        assertThat(found.get("anomalyCount").asInt()).isEqualTo(6);
        assertThat(found.get("totals").get("lost").asInt()).isEqualTo(1);

        Typed text = Typed.hapax("verify", "-c", file);
        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(text.out())
                .contains(
                        "lost: 2",
                        input + "0 m0: no decision",
                        "as a duplicate of " + input + "0, which was neither decided nor quarantined",
                        "label harmless instead of ",
                        "6 problems found");
        // Another test may verify at the same time, in another process; its folder goes when it is done.
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(before).containsAll(workFolders()));
    }

    private static List<Path> workFolders() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("hapax-verify-"))
                    .sorted()
                    .toList();
        }
    }
}
