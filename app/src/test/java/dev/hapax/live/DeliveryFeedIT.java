package dev.hapax.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.app.Typed;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import dev.hapax.topics.Topic;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The ledger's changes as events of a running instance. */
@Timeout(120)
class DeliveryFeedIT {

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void shouldTellEachChangeOfADeliveryOnceAndResumeAfterAnInterruption() throws Exception {
        try (Application application = new Application("told", BROKER.bootstrapServers(), BROKER.folder())) {
            ApplicationConfig config = config(application);
            application.createTopics(config);
            Path file = BROKER.folder().resolve("told.yaml");
            try (Instance instance = InProcess.start(config, file)) {
                InProcess.awaitRunning(List.of(instance));
                URI address = instance.address().orElseThrow();
                String seen;
                try (Watcher watcher = Watcher.of(HTTP, address, null)) {
                    watcher.await1("hello", data -> true);
                    stage(application, "first");
                    JsonNode staged = watcher.await1("delivery", data -> isIn(data, "first", "AWAITING_APPROVAL"));
                    assertThat(staged.path("target").asText()).isEqualTo("https://hooks.example.com/first");
                    assertThat(staged.path("sha256").asText()).hasSize(64);
                    assertThat(staged.path("cause").asText()).isEqualTo("inv-9");
                    assertThat(staged.path("subject").isNull()).isTrue();
                    seen = watcher.lastId();
                }

                // While nobody is connected.
                Typed rejected = Typed.hapax(
                        "deliveries", "cancel", "first", "--reason", "not needed", "-c", file.toString(), "-o", "json");
                assertThat(rejected.exitCode()).as(rejected.err()).isZero();
                stage(application, "second");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> Typed.hapax("deliveries", "show", "second", "-c", file.toString())
                                        .exitCode()
                                == 0);

                try (Watcher watcher = Watcher.of(HTTP, address, seen)) {
                    JsonNode cancelled = watcher.await1("delivery", data -> isIn(data, "first", "CANCELLED"));
                    assertThat(cancelled.path("lastDetail").asText()).isEqualTo("not needed");
                    watcher.await1("delivery", data -> isIn(data, "second", "AWAITING_APPROVAL"));
                    watcher.awaitTwoSeconds();
                    assertThat(watcher.events("delivery")).as("none twice").hasSize(2);
                    assertThat(watcher.events("lost")).isEmpty();
                }
            }
        }
    }

    private static boolean isIn(JsonNode delivery, String id, String state) {
        return delivery.path("id").asText().equals(id)
                && delivery.path("state").asText().equals(state);
    }

    private static ApplicationConfig config(Application application) {
        Path key = BROKER.folder().resolve("told.pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        return application
                .config("one")
                .set("topics", "partitions", 2)
                .set("delivery", "signing-key", key.toString())
                .set(
                        "delivery",
                        "channels",
                        Map.of("hook", Map.of("http", Map.of("allow", List.of("hooks.example.com")))));
    }

    private static void stage(Application application, String id) throws Exception {
        String target = "https://hooks.example.com/" + id;
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                application.topic(Topic.DELIVERIES),
                Application.utf8(id),
                Application.utf8("{\"method\":\"POST\",\"url\":\"" + target + "\",\"headers\":{},\"body\":\"e30=\"}"));
        record.headers()
                .add("hapax-channel", Application.utf8("hook"))
                .add("hapax-target", Application.utf8(target))
                .add("hapax-cause", Application.utf8("inv-9"));
        application.send(record);
    }
}
