package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.domain.Outcome;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An instance loses its transaction, closes its tasks dirty, and is killed with {@code kill -9} after the guard is
 * closed and before its folder is deleted. What the folder holds of the aborted transaction was never committed.
 */
@Timeout(180)
class KilledWhileClosingDirtyIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldTakeNothingForARedeliveryThatWasNeverCommitted() throws Exception {
        try (Application application = BROKER.application("dirty")) {
            // Long enough to abort a transaction between the first record of the guard and the commit.
            ApplicationConfig config = application
                    .config()
                    .set("instance", "commit-interval", "4s")
                    .set("instance", "transaction-timeout", "30s");
            application.createTopics(config);
            try (ApplicationOutputs outputs = application.outputs()) {
                killBetweenCloseAndDeletion(application, config, outputs);
                outputs.readAll();
                assertThat(outputs.decided()).as("committed before the kill").containsExactly("committed");

                application.jvmFlags(HapaxProcess.QUICK_TO_START);
                try (HapaxProcess instance = application.start(config)) {
                    outputs.awaitTotal(instance, 2);
                    application.send("uncommitted", "text", System.currentTimeMillis());
                    outputs.awaitTotal(instance, 3);
                    instance.terminate();
                    assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                }
                outputs.readAll();

                assertThat(outputs.decided()).containsExactly("committed", "uncommitted");
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.REDELIVERY))
                        .isEmpty();
                assertThat(outputs.suppressed(Outcome.Suppressed.Kind.DUPLICATE))
                        .containsExactly("uncommitted");
                assertThat(outputs.total()).isEqualTo(3);
            }
        }
    }

    private static void killBetweenCloseAndDeletion(
            Application application, ApplicationConfig config, ApplicationOutputs outputs) throws Exception {
        List<String> flags = new ArrayList<>(HapaxProcess.QUICK_TO_START);
        flags.add(Debugger.FLAG);
        application.jvmFlags(flags);
        try (HapaxProcess instance = application.start(config)) {
            application.send("committed", "text", System.currentTimeMillis());
            outputs.awaitTotal(instance, 1);
            Debugger debugger = Debugger.attach(instance);
            debugger.stopAt("org.apache.kafka.common.utils.Utils", "delete");

            application.send("uncommitted", "text", System.currentTimeMillis());
            await().atMost(PATIENCE)
                    .until(() -> decidedIfUncommitted(application).contains("uncommitted"));
            fenceProducers(application);

            Path folder;
            do {
                folder = debugger.awaitStop(PATIENCE);
            } while (!isFolderOfAGuard(folder));
            instance.kill();
            assertThat(folder).as("killed before its deletion").isNotEmptyDirectory();
        }
    }

    /** Opened by RocksDB, in a folder that is named for a task. */
    private static boolean isFolderOfAGuard(Path folder) throws Exception {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (var files = Files.find(
                folder, 2, (file, attributes) -> file.getFileName().toString().equals("CURRENT"))) {
            return files.findAny().isPresent();
        }
    }

    /** Aborts the open transactions of the instance, as a broker does after their timeout. */
    private static void fenceProducers(Application application) throws Exception {
        Admin admin = application.admin();
        List<String> open = admin.listTransactions().all().get(60, TimeUnit.SECONDS).stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(application.id()))
                .toList();
        assertThat(open).isNotEmpty();
        admin.fenceProducers(open).all().get(60, TimeUnit.SECONDS);
    }

    private static List<String> decidedIfUncommitted(Application application) {
        List<String> keys = new ArrayList<>();
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", application.bootstrapServers(), "isolation.level", "read_uncommitted"),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partition = List.of(new TopicPartition(application.topic(Topic.DECISIONS), 0));
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            long end = consumer.endOffsets(partition).values().iterator().next();
            while (consumer.position(partition.get(0)) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> keys.add(record.key()));
            }
        }
        return keys;
    }
}
