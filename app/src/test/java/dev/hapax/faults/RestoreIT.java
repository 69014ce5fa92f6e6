package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Outcome;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.Folders;
import dev.hapax.harness.HapaxProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The guard lives in the cluster, not on an instance's disk: whoever takes over knows all that has acted. */
@Timeout(300)
class RestoreIT {

    private static final int MESSAGES = 100;
    private static final long TTL = Duration.ofHours(1).toMillis();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldKnowWhatHasActedAfterItsDiskIsLost() throws Exception {
        long start = System.currentTimeMillis() - 2 * TTL;
        try (Application application = application("disk")) {
            application.audit().allowIdentitiesToActAgain();
            ApplicationConfig config = config(application, "state");
            application.createTopics(config);
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(config)) {
                    send(application, start);
                    outputs.awaitTotal(instance, MESSAGES);
                    stop(instance);
                }
                Path state = application.stateFolder("state");
                assertThat(state).isNotEmptyDirectory();
                Folders.delete(state);

                try (HapaxProcess instance = application.start(config)) {
                    // Sent before it is up: the first of these meet filters that are still cold.
                    send(application, start + TTL - 1);
                    outputs.awaitTotal(instance, 2 * MESSAGES);
                    application.send("m1", "other content", start + TTL - 1);
                    outputs.awaitTotal(instance, 2 * MESSAGES + 1);
                    send(application, start + TTL);
                    outputs.awaitTotal(instance, 3 * MESSAGES + 1);
                    send(application, start + TTL + 1);
                    outputs.awaitTotal(instance, 4 * MESSAGES + 1);
                    stop(instance);
                }
                outputs.readAll();

                assertThat(outputs.total()).isEqualTo(4 * MESSAGES + 1);
                assertThat(outputs.decided())
                        .as("once, and once more when the TTL had passed")
                        .containsExactlyInAnyOrderElementsOf(twice(names()));
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactlyInAnyOrderElementsOf(twice(names()));
                assertThat(outputs.quarantined()).singleElement().asString().endsWith(" CONFLICT");
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldKnowWhatAnInstanceThatWasKilledHadLetAct() throws Exception {
        long start = System.currentTimeMillis() - 2 * TTL;
        try (Application application = application("moved")) {
            ApplicationConfig one = config(application, "state-one");
            ApplicationConfig two = config(application, "state-two");
            application.createTopics(one);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess survivor = application.start(one);
                    HapaxProcess victim = application.start(two)) {
                awaitShares(application, 2);
                send(application, start);
                outputs.awaitTotal(survivor, MESSAGES);
                assertThat(shares(application)).as("both at work").hasSize(2);

                assertThat(victim.isAlive()).isTrue();
                victim.kill();
                send(application, start + 1);
                outputs.awaitTotal(survivor, 2 * MESSAGES);
                application.send("m1", "other content", start + 2);
                application.send("new", "text", start + 2);
                outputs.awaitTotal(survivor, 2 * MESSAGES + 2);
                assertThat(shares(application)).as("all moved to one").hasSize(1);
                stop(survivor);
                outputs.readAll();

                List<String> decided = new ArrayList<>(names());
                decided.add("new");
                assertThat(outputs.total()).isEqualTo(2 * MESSAGES + 2);
                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(decided);
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactlyInAnyOrderElementsOf(names());
                assertThat(outputs.quarantined()).singleElement().asString().endsWith(" CONFLICT");
            }
        }
    }

    private static Application application(String name) throws Exception {
        return BROKER.application(name);
    }

    private static ApplicationConfig config(Application application, String stateFolder) {
        return application
                .config(stateFolder)
                .set("topics", "partitions", 4)
                .set("guard", "ttl", Duration.ofMillis(TTL).toHours() + "h");
    }

    private static List<String> names() {
        return Stream.iterate(0, i -> i + 1).limit(MESSAGES).map(i -> "m" + i).toList();
    }

    private static List<String> twice(List<String> names) {
        return Stream.concat(names.stream(), names.stream()).toList();
    }

    private static void send(Application application, long time) throws Exception {
        for (String name : names()) {
            application.send(name, "text", time);
        }
    }

    /** The processes that guard any partition, and how many each. */
    private static Map<String, Integer> shares(Application application) throws Exception {
        Map<String, Integer> shares = application.members();
        shares.values().removeIf(partitions -> partitions == 0);
        return shares;
    }

    private static void awaitShares(Application application, int processes) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                // Until the first of them is up there is no group.
                .ignoreExceptionsMatching(thrown -> thrown.getCause() instanceof GroupIdNotFoundException)
                .until(() -> shares(application), shares -> shares.size() == processes);
    }

    private static void stop(HapaxProcess instance) throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
    }
}
