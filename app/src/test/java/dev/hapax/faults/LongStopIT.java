package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Outcome;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An application is stopped for so long that the broker deletes the guard's changelog, up to its end. */
@Timeout(300)
class LongStopIT {

    private static final int MESSAGES = 40;
    private static final int PARTITIONS = 2;
    private static final long TO_THE_END = -1;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldKnowWhatHasActedFromItsDiskAfterItsChangelogHasExpired() throws Exception {
        long start = System.currentTimeMillis() - 60_000;
        try (Application application = BROKER.application("longstop")) {
            ApplicationConfig config = config(application, "state");
            application.createTopics(config);
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(config)) {
                    send(application, start);
                    outputs.awaitTotal(instance, MESSAGES);
                    stop(instance);
                }
                expireChangelog(application);

                try (HapaxProcess instance = application.start(config)) {
                    send(application, start + 1);
                    outputs.awaitTotal(instance, 2 * MESSAGES);
                    stop(instance);
                }
                outputs.readAll();

                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(names());
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactlyInAnyOrderElementsOf(names());
            }
        }
    }

    /** The first disk lacks what the second instance has written, and the changelog has it no more. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldNotTrustADiskThatLacksWhatHasExpired() throws Exception {
        long start = System.currentTimeMillis() - 60_000;
        try (Application application = BROKER.application("behind")) {
            application.audit().allowIdentitiesToActAgain();
            ApplicationConfig first = config(application, "state-one");
            ApplicationConfig second = config(application, "state-two");
            application.createTopics(first);
            try (ApplicationOutputs outputs = application.outputs()) {
                try (HapaxProcess instance = application.start(first)) {
                    send(application, start);
                    outputs.awaitTotal(instance, MESSAGES);
                    stop(instance);
                }
                try (HapaxProcess instance = application.start(second)) {
                    application.send("later", "text", start + 1);
                    outputs.awaitTotal(instance, MESSAGES + 1);
                    stop(instance);
                }
                expireChangelog(application);

                try (HapaxProcess instance = application.start(first)) {
                    send(application, start + 2);
                    outputs.awaitTotal(instance, 2 * MESSAGES + 1);
                    stop(instance);
                    assertThat(instance.printed())
                            .contains("behind-guard-changelog", "identities admitted earlier may act again");
                }
            }
        }
    }

    private static ApplicationConfig config(Application application, String stateFolder) {
        return application.config(stateFolder).set("topics", "partitions", PARTITIONS);
    }

    private static List<String> names() {
        return IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
    }

    private static void send(Application application, long time) throws Exception {
        for (String name : names()) {
            application.send(name, "text", time);
        }
    }

    /** As retention does it, without the wait. */
    private static void expireChangelog(Application application) throws Exception {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            all.put(
                    new TopicPartition(application.id() + "-guard-changelog", i),
                    RecordsToDelete.beforeOffset(TO_THE_END));
        }
        for (var deleted :
                application.admin().deleteRecords(all).lowWatermarks().entrySet()) {
            assertThat(deleted.getValue().get(60, TimeUnit.SECONDS).lowWatermark())
                    .as("%s had records", deleted.getKey())
                    .isPositive();
        }
    }

    private static void stop(HapaxProcess instance) throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
    }
}
