package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Outcome;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Someone resets the group's offsets, as Kafka's own tools can: everything is read again, and nothing acts again. */
@Timeout(300)
class RewoundOffsetsIT {

    private static final int ORIGINALS = 30;
    private static final int COPIES = 10;
    private static final int PARTITIONS = 2;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldReportEveryMessageReadAgainAndDecideNone() throws Exception {
        try (Application application = BROKER.application("rewound")) {
            application.audit().allowMessagesToBeReadAgain();
            ApplicationConfig config = application.config().set("topics", "partitions", PARTITIONS);
            application.createTopics(config);
            try (ApplicationOutputs outputs = application.outputs()) {
                List<String> originals = new ArrayList<>();
                List<String> copies = new ArrayList<>();
                int all = ORIGINALS + COPIES;
                try (HapaxProcess instance = application.start(config)) {
                    send(application, originals, copies);
                    outputs.awaitTotal(instance, all);
                    stop(instance);
                }
                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(originals);
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactlyInAnyOrderElementsOf(copies);

                rewind(application);
                try (HapaxProcess instance = application.start(config)) {
                    outputs.awaitTotal(instance, 2 * all);
                    stop(instance);
                    outputs.readAll();
                }

                assertThat(outputs.total()).isEqualTo(2 * all);
                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(originals);
                assertThat(outputs.of(Topic.ALERTS)).hasSize(ORIGINALS);
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.REDELIVERY))
                        .containsExactlyInAnyOrderElementsOf(originals);
                copies.addAll(List.copyOf(copies));
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactlyInAnyOrderElementsOf(copies);
            }
        }
    }

    /** Over several hours of event time, so that the first ones are late by now, were they not known. */
    private static void send(Application application, List<String> originals, List<String> copies) throws Exception {
        long start = System.currentTimeMillis() - Duration.ofHours(5).toMillis();
        for (int i = 0; i < ORIGINALS; i++) {
            long time = start + i * Duration.ofMinutes(10).toMillis();
            originals.add("m" + i);
            application.send("m" + i, "Payment failed", time);
            if (i % (ORIGINALS / COPIES) == 0) {
                copies.add("m" + i);
                application.send("m" + i, "Payment failed", time + 1);
            }
        }
    }

    private static void rewind(Application application) throws Exception {
        assertThat(application.members()).isEmpty();
        Map<TopicPartition, OffsetAndMetadata> earliest = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            earliest.put(new TopicPartition(application.input(), i), new OffsetAndMetadata(0));
        }
        application
                .admin()
                .alterConsumerGroupOffsets(application.id(), earliest)
                .all()
                .get(60, TimeUnit.SECONDS);
        assertThat(application.committed()).containsEntry(0, 0L).containsEntry(1, 0L);
    }

    private static void stop(HapaxProcess instance) throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
    }
}
