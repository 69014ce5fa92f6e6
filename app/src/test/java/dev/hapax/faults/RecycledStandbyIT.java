package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Typed;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A partition moves to another instance and back, while the store of the first stays open as a standby. */
@Timeout(300)
class RecycledStandbyIT {

    private static final int MESSAGES = 20;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldForgetWhatWasForgottenWhileAnotherInstanceHadThePartition() throws Exception {
        long time = System.currentTimeMillis() - 60_000;
        try (Application application = BROKER.application("recycled")) {
            application.audit().allowIdentitiesToActAgain();
            ApplicationConfig one = config(application, "state-one");
            ApplicationConfig two = config(application, "state-two");
            Path file = one.write(BROKER.folder().resolve("recycled.yaml"));
            application.createTopics(one);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess first = application.run(one, Map.of("HAPAX_LOG_KAFKA", "INFO"))) {
                send(application, time);
                outputs.awaitTotal(first, MESSAGES);

                try (HapaxProcess second = application.start(two)) {
                    awaitShares(application, 2);
                    for (String name : names()) {
                        Typed forgotten = Typed.hapax(
                                "key", "forget", name, "--reason", "test", "--as", "ada", "-c", file.toString());
                        assertThat(forgotten.exitCode()).as(forgotten.err()).isZero();
                        assertThat(forgotten.out()).contains("Forgotten: " + name);
                    }
                    stop(second);
                }
                awaitShares(application, 1);
                send(application, time + 1);
                outputs.awaitTotal(first, 2 * MESSAGES);
                stop(first);
                outputs.readAll();

                assertThat(first.printed()).as("the fault").contains("Closed and recycled state");
                List<String> twice = new ArrayList<>(names());
                twice.addAll(names());
                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(twice);
            }
        }
    }

    private static ApplicationConfig config(Application application, String stateFolder) {
        return application
                .config(stateFolder)
                .set("topics", "partitions", 4)
                .set("instance", "standby-replicas", 1)
                .set("instance", "leave-group", true);
    }

    private static List<String> names() {
        return IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
    }

    private static void send(Application application, long time) throws Exception {
        for (String name : names()) {
            application.send(name, "text", time);
        }
    }

    /** Waits until so many processes guard partitions. */
    private static void awaitShares(Application application, int processes) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsMatching(thrown -> thrown.getCause() instanceof GroupIdNotFoundException)
                .until(() -> shares(application), shares -> shares.size() == processes);
    }

    private static Map<String, Integer> shares(Application application) throws Exception {
        Map<String, Integer> shares = application.members();
        shares.values().removeIf(partitions -> partitions == 0);
        return shares;
    }

    private static void stop(HapaxProcess instance) throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
    }
}
