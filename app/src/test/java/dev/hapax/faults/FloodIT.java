package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Too much poison in a row is no poison but a failure of something larger: the instance stops, and nothing is lost. */
@Timeout(300)
class FloodIT {

    private static final int LIMIT = 20;
    private static final int POISON = 40;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldStopBeforeAFloodIsCommittedAndGoOnWhenTheLimitIsRaised() throws Exception {
        try (Application application = BROKER.application("flood")) {
            ApplicationConfig strict =
                    application.config().set("quarantine", "flood", Map.of("max-consecutive", LIMIT));
            application.createTopics(strict);
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(strict)) {
                    send(application);

                    assertThat(instance.exitCode(120)).as(instance.printed()).isEqualTo(1);
                    assertThat(instance.printedToErr())
                            .contains("ERROR", "Stopping this instance", (LIMIT + 1) + " messages in a row")
                            .contains("quarantine.flood.max-consecutive (" + LIMIT + ")")
                            .contains("raise the limit");
                    outputs.readAll();
                    assertThat(outputs.of(Topic.QUARANTINE)).hasSizeLessThanOrEqualTo(LIMIT);
                    assertThat(application.committed().getOrDefault(0, 0L)).isLessThanOrEqualTo(3L + LIMIT);
                }

                ApplicationConfig patient =
                        application.config().set("quarantine", "flood", Map.of("max-consecutive", 2 * POISON));
                try (HapaxProcess instance = application.start(patient)) {
                    outputs.awaitTotal(instance, POISON + 5);
                    instance.terminate();
                    assertThat(instance.exitCode(60)).isZero();
                    outputs.readAll();
                }

                assertThat(outputs.decided()).containsExactlyInAnyOrder("first", "second", "last");
                assertThat(outputs.of(Topic.DUPLICATES)).hasSize(2);
                assertThat(outputs.quarantined()).hasSize(POISON).doesNotHaveDuplicates();
                assertThat(outputs.total())
                        .as("read = decided + suppressed + quarantined")
                        .isEqualTo(POISON + 5);
                assertThat(application.committed()).containsEntry(0, POISON + 5L);
            }
        }
    }

    private static void send(Application application) throws Exception {
        long now = System.currentTimeMillis();
        application.send("first", "text", now);
        application.send("second", "text", now);
        application.send("first", "text", now);
        for (int i = 0; i < POISON; i++) {
            application.sendPoison("number " + i);
        }
        application.send("second", "text", now);
        application.send("last", "text", now);
    }
}
