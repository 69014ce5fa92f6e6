package dev.hapax.app.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.Typed;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.CaseWriter;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cases are replayed once, whoever comes between. */
@Timeout(300)
class QuarantineReplayIT {

    private static final int OPERATORS = 4;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldReplayOnceWhenSomeoneDiedBeforeTheCommit() throws Exception {
        try (Application application = BROKER.application("open-replay")) {
            ApplicationConfig config = config(application);
            Path file = config.write(BROKER.folder().resolve("open-replay.yaml"));
            KafkaClients clients = new KafkaClients(settings(file));
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config);
                    KafkaProducer<byte[], byte[]> dead = clients.transactional(application.id() + "-cases")) {
                sendConflicts(application, 1);
                outputs.awaitWith(
                        instance, "a case", () -> outputs.of(Topic.QUARANTINE).size() == 1);
                dead.initTransactions();
                dead.beginTransaction();
                var unused = dead.send(
                        new ProducerRecord<>(application.topic(Topic.REPLAYS), new byte[] {1}, new byte[] {2}));
                dead.flush();

                Typed replay = Typed.hapax("quarantine", "replay", "-c", file.toString(), application.input() + "-0@1");
                Typed again = Typed.hapax("quarantine", "replay", "-c", file.toString(), application.input() + "-0@1");
                outputs.awaitWith(
                        instance, "its decision", () -> replayed(outputs).size() == 1);
                outputs.readAll();

                assertThat(replay.exitCode()).as(replay.err()).isZero();
                assertThat(replay.out()).contains("replayed as m0, generation 1");
                assertThat(again.exitCode()).as(again.err()).isZero();
                assertThat(again.out()).contains("is replayed already");
                assertThat(outputs.of(Topic.QUARANTINE)).hasSize(1);
                assertThat(replayed(outputs)).containsExactly("m0");
            }
        }
    }

    @Test
    void shouldLetOneOfManyOperatorsWinAndTellTheOthersWho() throws Exception {
        try (Application application = BROKER.application("operators")) {
            ApplicationConfig config = config(application);
            Path file = config.write(BROKER.folder().resolve("operators.yaml"));
            Settings settings = settings(file);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                sendConflicts(application, 1);
                outputs.awaitWith(
                        instance, "a case", () -> outputs.of(Topic.QUARANTINE).size() == 1);

                List<CaseAction.Result> results = together(settings, new Coordinates(application.input(), 0, 1));
                CaseAction.Result won = results.stream()
                        .filter(result -> result.kind() == CaseAction.Result.Kind.DONE)
                        .findFirst()
                        .orElseThrow();

                assertThat(results).hasSize(OPERATORS);
                assertThat(results)
                        .filteredOn(result -> result.kind() == CaseAction.Result.Kind.DONE)
                        .containsExactly(won);
                assertThat(results)
                        .filteredOn(result -> result.kind() != CaseAction.Result.Kind.DONE)
                        .allSatisfy(result -> assertThat(result.said()).contains("already", "by operator-"));
            }
        }
    }

    /** Half of them want to drop it, the others to replay it. */
    private static List<CaseAction.Result> together(Settings settings, Coordinates id) throws Exception {
        ExecutorService operators = Executors.newFixedThreadPool(OPERATORS);
        try {
            CountDownLatch go = new CountDownLatch(OPERATORS);
            List<Future<CaseAction.Result>> asked = new ArrayList<>();
            for (int i = 0; i < OPERATORS; i++) {
                CaseAction action =
                        i % 2 == 0 ? new CaseAction.Drop("not needed") : new CaseAction.Replay("needed", false);
                String name = "operator-" + i;
                Callable<CaseAction.Result> wish = () -> {
                    KafkaClients clients = new KafkaClients(settings);
                    try (CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                            CaseWriter writer = new CaseWriter(
                                    clients, files, ConfigOption.sources(settings), name, Clock.systemUTC())) {
                        go.countDown();
                        go.await();
                        return writer.act(id, action, Progress.UNSEEN);
                    }
                };
                asked.add(operators.submit(wish));
            }
            List<CaseAction.Result> results = new ArrayList<>();
            for (Future<CaseAction.Result> one : asked) {
                results.add(one.get());
            }
            return results;
        } finally {
            operators.shutdownNow();
        }
    }

    private static ApplicationConfig config(Application application) throws Exception {
        ApplicationConfig config =
                application.config().set("quarantine", "flood", Map.of("max-consecutive", 0, "max-share", 1));
        application.createTopics(config);
        return config;
    }

    private static Settings settings(Path file) {
        return SettingsFile.read(file, Environment.ofProcess());
    }

    /** Each as an original and a contradiction of it. */
    private static void sendConflicts(Application application, int count) throws Exception {
        long time = System.currentTimeMillis();
        for (int i = 0; i < count; i++) {
            application.send("m" + i, "Payment failed", time);
            application.send("m" + i, "Payment done", time);
        }
    }

    private static List<String> replayed(ApplicationOutputs outputs) {
        return outputs.of(Topic.DECISIONS).stream()
                .map(record -> DecisionSerde.read(record.value()))
                .filter(decision -> decision.generation() == 1)
                .map(decision -> decision.identity())
                .toList();
    }
}
