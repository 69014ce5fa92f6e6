package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Outcome;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A guard whose lengths of time are changed must know what it knew before, or refuse to go on. */
@Timeout(300)
class ChangedTtlIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldKnowWhatHasActedAfterItsTtlIsRaised() throws Exception {
        long start = System.currentTimeMillis() - 10 * HOUR;
        try (Application application = BROKER.application("raised")) {
            ApplicationConfig before = config(application, "8h", "1h");
            application.createTopics(before);
            try (ApplicationOutputs outputs = application.outputs()) {
                decideOnce(application, outputs, before, start);

                try (HapaxProcess instance = application.start(config(application, "16h", "2h"))) {
                    assertThat(instance.exitCode(120)).as(instance.printed()).isEqualTo(1);
                    assertThat(instance.printedToErr()).contains("set its retention.ms to ");
                }
                keepLonger(application);
                try (HapaxProcess instance = application.start(config(application, "16h", "2h"))) {
                    assertThat(instance.exitCode(120)).as(instance.printed()).isEqualTo(1);
                    assertThat(instance.printedToErr())
                            .contains("set guard.bucket to PT1H")
                            .doesNotContain("this is a defect");
                }
                try (HapaxProcess instance = application.start(config(application, "16h", "1h"))) {
                    application.send("a", "text", start + 9 * HOUR);
                    outputs.awaitTotal(instance, 2);
                }

                assertThat(outputs.decided()).containsExactly("a");
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactly("a");
            }
        }
    }

    private static ApplicationConfig config(Application application, String ttl, String bucket) {
        return application.config().set("guard", "ttl", ttl).set("guard", "bucket", bucket);
    }

    private static void decideOnce(
            Application application, ApplicationOutputs outputs, ApplicationConfig config, long time) throws Exception {
        try (HapaxProcess instance = application.start(config)) {
            application.send("a", "text", time);
            outputs.awaitTotal(instance, 1);
            instance.terminate();
            assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
        }
    }

    private static void keepLonger(Application application) throws Exception {
        ConfigResource changelog = new ConfigResource(ConfigResource.Type.TOPIC, application.id() + "-guard-changelog");
        long month = Duration.ofDays(30).toMillis();
        application
                .admin()
                .incrementalAlterConfigs(Map.of(
                        changelog,
                        List.of(new AlterConfigOp(
                                new ConfigEntry("retention.ms", Long.toString(month)), AlterConfigOp.OpType.SET))))
                .all()
                .get(60, TimeUnit.SECONDS);
    }
}
