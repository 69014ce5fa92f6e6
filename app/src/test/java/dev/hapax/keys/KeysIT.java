package dev.hapax.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.domain.Outcome;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.Folders;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Asking the guard and having it forget, while an instance runs and while none does. */
@Timeout(300)
class KeysIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldTellWhyAndForgetOnceWhateverRunsOrIsRewound() throws Exception {
        long time = System.currentTimeMillis() - 60_000;
        try (Application application = BROKER.application("keys")) {
            application.audit().allowIdentitiesToActAgain();
            application.audit().allowMessagesToBeReadAgain();
            ApplicationConfig config = application
                    .config()
                    .set("topics", "partitions", 2)
                    .source(application.input(), Map.of("namespace", "shop"));
            String file = config.write(BROKER.folder().resolve("keys.yaml")).toString();
            application.createTopics(config);

            Typed tooSoon = Typed.hapax("key", "list", "-c", file);
            assertThat(tooSoon.exitCode()).isEqualTo(1);
            assertThat(tooSoon.err()).contains("keys-guard-changelog", "no instance of application-id keys");

            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(config)) {
                    application.send("m1", "text", time);
                    application.send("m1", "text", time + 1);
                    application.send("m2", "text", time + 2);
                    outputs.awaitTotal(instance, 3);
                    askWhileItRuns(file);

                    Typed forgotten = forget(file, "shop:m1");
                    assertThat(forgotten.exitCode()).as(forgotten.err()).isZero();
                    assertThat(forgotten.out()).contains("Forgotten: shop:m1", "was decided: other, from keys.in-");

                    application.send("m1", "text", time + 3);
                    outputs.awaitTotal(instance, 4);
                    assertThat(outputs.decided()).containsExactlyInAnyOrder("shop:m1", "shop:m2", "shop:m1");
                    stop(instance);
                }
                Typed waiting = forget(file, "shop:m2");
                assertThat(waiting.exitCode()).as(waiting.err()).isZero();
                assertThat(waiting.out()).contains("No instance is running", "shop:m2", "until one starts");
                assertThat(why(file, "shop:m2").at("/suppresses").asBoolean()).isTrue();
                assertThat(why(file, "shop:m2").at("/commands/0/receipt").isNull())
                        .isTrue();

                // The disk is lost, and someone rewinds the commands: what is forgotten stays so, and no command runs
                // twice.
                Folders.delete(application.stateFolder("state"));
                rewindCommands(application);
                try (HapaxProcess instance = application.start(config)) {
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> why(file, "shop:m2")
                                    .at("/commands/0/receipt")
                                    .asText()
                                    .equals("forgotten"));
                    assertThat(why(file, "shop:m1").at("/suppresses").asBoolean())
                            .isTrue();
                    application.send("m1", "text", time + 4);
                    application.send("m2", "text", time + 5);
                    outputs.awaitTotal(instance, 6);
                    stop(instance);
                }
                outputs.readAll();
                assertThat(outputs.decided()).containsExactlyInAnyOrder("shop:m1", "shop:m2", "shop:m1", "shop:m2");
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactly("shop:m1", "shop:m1");
            }
        }
    }

    private static void askWhileItRuns(String file) throws Exception {
        JsonNode why = why(file, "shop:m1");
        assertThat(why.at("/suppresses").asBoolean()).isTrue();
        assertThat(why.at("/remembered/0/label").asText()).isEqualTo("other");
        assertThat(why.at("/remembered/0/at/topic").asText()).isEqualTo("keys.in");
        assertThat(why.at("/suppressed/duplicates").asInt()).isEqualTo(1);
        assertThat(why.at("/suppressed/redeliveries").asInt()).isZero();
        assertThat(Typed.hapax("key", "why", "shop:m1", "-c", file).out())
                .contains(
                        "suppresses copies dated before",
                        "decided: other",
                        "1 duplicate, 0 redeliveries; last keys.in-");
        assertThat(Typed.hapax("key", "why", "m1", "-c", file).out()).contains("no entry", "did you mean shop:m1");

        Typed list = Typed.hapax("key", "list", "--namespace", "shop", "--limit", "1", "-c", file);
        assertThat(list.out().lines())
                .hasSize(3)
                .element(1)
                .asString()
                .startsWith("shop:m2 ")
                .contains("decided: other");
        assertThat(list.out()).endsWith("Raise --limit or use --namespace.\n");
        JsonNode all = JSON.readTree(
                Typed.hapax("key", "list", "-o", "json", "-c", file).out());
        assertThat(all.path("items")).hasSize(2);
        assertThat(all.path("next").isNull()).isTrue();
        assertThat(all.path("more").asBoolean()).isFalse();
        Typed unknown = Typed.hapax("key", "list", "--namespace", "ship", "-c", file);
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("--namespace", "ship", "shop");
    }

    private static JsonNode why(String file, String identity) throws Exception {
        Typed why = Typed.hapax("key", "why", identity, "-o", "json", "-c", file);
        assertThat(why.exitCode()).as(why.err()).isZero();
        return JSON.readTree(why.out());
    }

    private static Typed forget(String file, String identity) {
        return Typed.hapax(
                "key", "forget", identity, "--reason", "sent to the wrong address", "--as", "ada", "-c", file);
    }

    private static void rewindCommands(Application application) throws Exception {
        String commands = application.topic(Topic.COMMANDS);
        application
                .admin()
                .alterConsumerGroupOffsets(
                        application.id(),
                        Map.of(
                                new TopicPartition(commands, 0), new OffsetAndMetadata(0),
                                new TopicPartition(commands, 1), new OffsetAndMetadata(0)))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    private static void stop(HapaxProcess instance) throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
    }
}
