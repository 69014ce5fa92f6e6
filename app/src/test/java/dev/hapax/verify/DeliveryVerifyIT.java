package dev.hapax.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.Typed;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deliveries are verified while instance and worker run, then tampered with, and every fault is named. */
@Timeout(240)
class DeliveryVerifyIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int ALL = 4;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldNameEveryFaultPlantedInTheDeliveryTopicsAndNoneBefore() throws Exception {
        try (DeliveryApplication application =
                        DeliveryApplication.of("proven", BROKER.bootstrapServers(), BROKER.folder(), 1, it -> it);
                HapaxProcess instance = application.startInstance();
                HapaxProcess worker = application.startWorker(0)) {
            String file = application.file(0).toString();
            application.stage(0, ALL, 0);
            refusedStaging(application);
            await().atMost(LONG)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> application.states().equals(Map.of(DeliveryState.SENT, ALL)));

            assertNothingWrong(file);
            assertReceiptsListed(file);
            assertThat(instance.isAlive() && worker.isAlive()).isTrue();
            deleteAll(application, Topic.DELIVERIES);
            assertThat(verify(file, ExitCodes.FAILED)
                            .path("anomaliesByName")
                            .path("invented")
                            .asInt())
                    .as("younger than retention.ms: a person has deleted the stagings")
                    .isEqualTo(ALL);
            boundBySize(application, Topic.DELIVERIES);
            assertThat(verify(file, ExitCodes.NOT_KNOWN).path("notKnown").asInt())
                    .isEqualTo(ALL);
            plant(application);
            assertEachNamed(file);
        }
    }

    private static void refusedStaging(DeliveryApplication application) throws Exception {
        write(application, Topic.DELIVERIES, "rubbish", "no channel".getBytes(StandardCharsets.UTF_8));
    }

    private static void write(DeliveryApplication application, Topic topic, String key, byte... value)
            throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            application.application().topic(topic),
                            key.getBytes(StandardCharsets.UTF_8),
                            value.length == 0 ? null : value))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static JsonNode verify(String file, int exitCode) throws Exception {
        Typed typed = Typed.hapax("verify", "-c", file, "-o", "json");
        assertThat(typed.exitCode()).as(typed.out() + typed.err()).isEqualTo(exitCode);
        return JSON.readTree(typed.out());
    }

    private static void assertNothingWrong(String file) throws Exception {
        JsonNode deliveries = verify(file, ExitCodes.DONE).path("deliveries");
        assertThat(deliveries.path("states").toString()).isEqualTo("{\"SENT\":4}");
        assertThat(deliveries.path("refusedStagings").asInt()).isEqualTo(1);
        // More on a machine so slow that an attempt is made again.
        assertThat(deliveries.path("claims").asInt()).isGreaterThanOrEqualTo(ALL);
        assertThat(deliveries.path("receipts").asInt()).isGreaterThanOrEqualTo(ALL);
        for (String none : List.of("waiting", "lost", "unknown")) {
            assertThat(deliveries.path(none).asInt(-1)).as(none).isZero();
        }
        assertThat(Typed.hapax("verify", "-c", file).out())
                .contains("deliveries: 4 = 4 SENT; ", "stagings that the ledger refused: 1");
        assertThat(Typed.hapax("receipts", "verify", "-c", file).out()).contains("The ledger agrees with them.");
    }

    private static void assertReceiptsListed(String file) throws Exception {
        JsonNode some = JSON.readTree(
                Typed.hapax("deliveries", "receipts", "--state", "SENT", "--limit", "3", "-c", file, "-o", "json")
                        .out());
        assertThat(some.path("total").asInt()).isEqualTo(ALL);
        assertThat(some.path("items")).hasSize(3);
        JsonNode one = JSON.readTree(Typed.hapax("deliveries", "receipts", "m2", "-c", file, "-o", "json")
                .out());
        assertThat(one.path("items")).last().satisfies(item -> {
            assertThat(item.path("id").asText()).isEqualTo("m2");
            assertThat(item.path("state").asText()).isEqualTo("SENT");
            assertThat(item.path("approvedBy").asText()).isEqualTo("policy:all");
        });
        assertThat(Typed.hapax("deliveries", "receipts", "--state", "REFUSED", "-c", file)
                        .out())
                .contains("No receipts match.");
        String[] oneOfTopic = {"deliveries", "receipts", "--staged-by", "topic", "--target", "U1@", "-c", file};
        assertThat(Typed.hapax(oneOfTopic).out()).contains("m1", "250 accepted").doesNotContain("m2");
    }

    private static void deleteAll(DeliveryApplication application, Topic topic) throws Exception {
        TopicPartition partition = new TopicPartition(application.application().topic(topic), 0);
        application
                .application()
                .admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    /** So that Kafka may have deleted any of its records. */
    private static void boundBySize(DeliveryApplication application, Topic topic) throws Exception {
        ConfigResource resource = new ConfigResource(
                ConfigResource.Type.TOPIC, application.application().topic(topic));
        AlterConfigOp bound =
                new AlterConfigOp(new ConfigEntry("retention.bytes", "1000000"), AlterConfigOp.OpType.SET);
        application
                .application()
                .admin()
                .incrementalAlterConfigs(Map.of(resource, List.of(bound)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    /** m0 vanishes, m1 loses its approval, m2 is claimed again, m3 gets a second receipt, and m9 has one of a stranger. */
    private static void plant(DeliveryApplication application) throws Exception {
        Delivery second = application.get(1);
        Delivery unapproved = new Delivery(
                second.id(),
                second.draft(),
                second.state(),
                second.attempt(),
                second.failures(),
                second.since(),
                second.timer(),
                null,
                second.claim(),
                null,
                second.history());
        write(application, Topic.LEDGER, "m0");
        write(application, Topic.LEDGER, "m1", DeliveryFormat.write(unapproved));
        write(
                application,
                Topic.DELIVERY_EVENTS,
                "m2",
                DeliveryFormat.write(new DeliveryEvent.Claimed(1, "a second worker", 60_000, 1_000)));
        write(application, Topic.RECEIPTS, "m3", receipt(application, "m3"));
        Receipt invented =
                Receipt.of(application.get(2), 0, Receipt.Link.FIRST, SigningKey.read(SigningKey.generate()));
        write(application, Topic.RECEIPTS, "m2", DeliveryFormat.write(invented));
    }

    private static byte[] receipt(DeliveryApplication application, String id) {
        List<byte[]> found = new ArrayList<>();
        try (TopicReader reader = new TopicReader(application.clients())) {
            reader.read(
                    reader.whole(application.application().topic(Topic.RECEIPTS)),
                    Progress.UNSEEN,
                    (ConsumerRecord<byte[], byte[]> record) -> {
                        if (id.equals(new String(record.key(), StandardCharsets.UTF_8))) {
                            found.add(record.value());
                        }
                        return true;
                    });
        }
        return found.get(0);
    }

    private static void assertEachNamed(String file) throws Exception {
        JsonNode found = verify(file, ExitCodes.FAILED);
        List<String> named = StreamSupport.stream(found.path("anomalies").spliterator(), false)
                .map(anomaly -> anomaly.path("name").asText() + " "
                        + anomaly.path("identity").asText() + ": "
                        + anomaly.path("detail").asText())
                .toList();
        assertThat(named)
                .anyMatch(line -> line.startsWith("invented m0: there is a receipt (SENT), and no such delivery"))
                .anyMatch(line -> line.startsWith("unapproved m1: SENT, and the ledger has no approval"))
                .anyMatch(line -> line.startsWith("duplicated m2: attempt 1 was claimed twice"))
                .anyMatch(line -> line.startsWith("changed m2: the receipt was altered or invented"))
                .anyMatch(line -> line.startsWith("duplicated m3: it has 2 receipts that say SENT"));
        Typed receipts = Typed.hapax("receipts", "verify", "-c", file);
        assertThat(receipts.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(receipts.out())
                .contains("copied or moved (delivery m3)", "is unknown (delivery m2)", "delivery m0: has a receipt");
    }
}
