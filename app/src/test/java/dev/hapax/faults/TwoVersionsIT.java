package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.app.Typed;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Decisions made under one configuration are not held against another. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class TwoVersionsIT {

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldNotCallDecisionsChangedAfterAMappingWasFixed() throws Exception {
        try (Application application = BROKER.application("fixed")) {
            ApplicationConfig before = mapped(application, "/title", "state");
            ApplicationConfig after = mapped(application, "/subject", "state");
            application.createTopics(before);
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(before)) {
                    application.send("a", "Payment failed", System.currentTimeMillis());
                    outputs.awaitTotal(instance, 1);
                    instance.terminate();
                    assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                }
                try (HapaxProcess instance = application.start(after)) {
                    application.send("b", "Payment failed", System.currentTimeMillis());
                    outputs.awaitTotal(instance, 2);
                }
                String file = after.write(BROKER.folder().resolve("fixed.yaml")).toString();

                Typed typed = Typed.hapax("verify", "-c", file);

                assertThat(typed.exitCode()).as(typed.toString()).isZero();
                assertThat(typed.out()).contains("decisions of another classifier version, not checked: 1");
            }
        }
    }

    @Test
    void shouldWarnWhenAnotherInstanceReadsMessagesInAnotherWay() throws Exception {
        try (Application application = BROKER.application("mixed")) {
            ApplicationConfig one = mapped(application, "/title", "one").set("admin", "enabled", false);
            ApplicationConfig other = mapped(application, "/subject", "other").set("admin", "enabled", false);
            for (ApplicationConfig config : new ApplicationConfig[] {one, other}) {
                config.set("topics", "partitions", 4);
            }
            application.createTopics(one);
            try (HapaxProcess first = application.start(one);
                    HapaxProcess second = application.start(other)) {
                int[] sent = new int[1];
                await().atMost(Duration.ofMinutes(3))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> {
                            application.send("m" + sent[0]++, "Payment failed", System.currentTimeMillis());
                            String both = first.printedToErr() + second.printedToErr();
                            return both.contains(
                                    "Another instance decides messages of source mixed.in by version rules@");
                        });
            }
        }
    }

    private static ApplicationConfig mapped(Application application, String place, String stateFolder) {
        return application
                .config(stateFolder)
                .source(application.input(), Map.of("fields", Map.of("subject", Map.of("at", place))));
    }
}
