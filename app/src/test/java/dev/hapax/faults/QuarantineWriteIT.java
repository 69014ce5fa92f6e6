package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What cannot be written to quarantine is not passed over: its task fails until it can. */
@Timeout(300)
class QuarantineWriteIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldSkipNothingWhileTheQuarantineTopicIsGone() throws Exception {
        try (Application application = application("gone")) {
            ApplicationConfig config = impatient(application);
            application.createTopics(config);
            RecordMetadata poison;
            try (HapaxProcess instance = application.start(config)) {
                // So that the producer knows the topic by the time it goes.
                RecordMetadata first = application.sendPoison("while quarantine is there");
                application.audit().allowToBeDeleted(new Coordinates(first.topic(), first.partition(), first.offset()));
                awaitFirst(application, instance, 2);
                deleteQuarantine(application);
                poison = application.sendPoison("while quarantine is gone");
                application.send("behind", "text", System.currentTimeMillis());

                awaitFailure(instance);
                assertThat(application.committed()).containsEntry(0, poison.offset());

                application.createTopics(config, topic -> topic.name().equals("gone.quarantine"));
                awaitRecovery(application, instance, config, poison);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldSkipNothingWhileTheQuarantineTopicTakesNoRecordOfThatSize() throws Exception {
        try (Application application = application("small")) {
            ApplicationConfig config = impatient(application);
            application.createTopics(config);
            try (HapaxProcess instance = application.start(config)) {
                awaitFirst(application, instance, 1);
                setLargestRecord(application, "4000");
                RecordMetadata poison = application.send(
                        new ProducerRecord<>(application.input(), 0, System.currentTimeMillis(), null, noise(20_000)));
                application.send("behind", "text", System.currentTimeMillis());

                assertThat(instance.exitCode(PATIENCE.toSeconds()))
                        .as(instance.printed())
                        .isEqualTo(1);
                assertThat(instance.printedToErr())
                        .contains("Stopping this instance", "instance.max-thread-replacements", "small.quarantine")
                        .contains("RecordTooLargeException");
                assertThat(application.committed()).containsEntry(0, poison.offset());

                setLargestRecord(application, Integer.toString(32 << 20));
                awaitRecovery(application, instance, config, poison);
            }
        }
    }

    private static Application application(String name) throws Exception {
        return BROKER.application(name);
    }

    /** Gives up a write after seconds, so that the test need not wait for minutes. */
    private static ApplicationConfig impatient(Application application) {
        return application
                .config()
                .set("instance", "max-thread-replacements", 1)
                .set("streams", "producer.max.block.ms", "3000")
                .set("streams", "producer.request.timeout.ms", "2000")
                .set("streams", "producer.delivery.timeout.ms", "3000")
                .set("streams", "producer.linger.ms", "0")
                .set("streams", "task.timeout.ms", "3000");
    }

    /** Waits until a first message is decided and committed: the instance works. */
    private static void awaitFirst(Application application, HapaxProcess instance, int total) throws Exception {
        application.send("first", "text", System.currentTimeMillis());
        try (ApplicationOutputs outputs = application.outputs()) {
            outputs.awaitTotal(instance, total);
        }
    }

    /** Waits until the task has failed: Kafka Streams starts it anew itself, or its thread is replaced. */
    private static void awaitFailure(HapaxProcess instance) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        instance::printedToErr,
                        printed -> printed.contains("TaskCorruptedException")
                                || printed.contains("A stream thread failed"));
    }

    /** The one that went on, or one started anew, ends with everything accounted for. */
    private static void awaitRecovery(
            Application application, HapaxProcess former, ApplicationConfig config, RecordMetadata poison)
            throws Exception {
        try (ApplicationOutputs outputs = application.outputs()) {
            Awaitility.await().atMost(PATIENCE).until(() -> {
                outputs.readAll();
                return !former.isAlive() || outputs.total() >= 3;
            });
            if (outputs.total() < 3) {
                assertThat(former.exitCode(60)).isEqualTo(1);
                try (HapaxProcess next = application.start(config)) {
                    outputs.awaitTotal(next, 3);
                    next.terminate();
                    assertThat(next.exitCode(60)).isZero();
                }
            } else {
                former.terminate();
                assertThat(former.exitCode(60)).isZero();
            }
            outputs.readAll();

            assertThat(outputs.decided()).containsExactly("first", "behind");
            assertThat(outputs.quarantined()).containsExactly("0@" + poison.offset() + " UNREADABLE");
            assertThat(application.committed()).containsEntry(0, poison.offset() + 2);
        }
    }

    private static void deleteQuarantine(Application application) throws Exception {
        String topic = application.topic(Topic.QUARANTINE);
        application.admin().deleteTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !application
                        .admin()
                        .listTopics()
                        .names()
                        .get(60, TimeUnit.SECONDS)
                        .contains(topic));
    }

    private static void setLargestRecord(Application application, String bytes) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, application.topic(Topic.QUARANTINE));
        Collection<AlterConfigOp> change =
                List.of(new AlterConfigOp(new ConfigEntry("max.message.bytes", bytes), OpType.SET));
        application.admin().incrementalAlterConfigs(Map.of(topic, change)).all().get(60, TimeUnit.SECONDS);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        application
                                .admin()
                                .describeConfigs(List.of(topic))
                                .all()
                                .get(60, TimeUnit.SECONDS)
                                .values()
                                .stream()
                                .anyMatch(found ->
                                        found.get("max.message.bytes").value().equals(bytes)));
    }

    /** Bytes that no compression makes smaller. */
    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
