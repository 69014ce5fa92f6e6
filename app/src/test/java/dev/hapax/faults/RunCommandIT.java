package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FeatureUpdate.UpgradeType;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLockTarget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance that cannot run says why at once; one that is told to stop leaves nothing behind. */
@Timeout(300)
@ResourceLock(value = RunCommandIT.TRANSACTIONS, mode = ResourceAccessMode.READ, target = ResourceLockTarget.CHILDREN)
class RunCommandIT {

    /** The broker's level of transactions, which all tests need and one of them lowers. */
    static final String TRANSACTIONS = "transaction.version";

    private static final String SECRET = "hunter2-never-shown";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldReportEveryErrorOfAConfigurationAtOnce() throws Exception {
        try (Application application = application("invalid")) {
            ApplicationConfig config = application
                    .config()
                    .set("guard", "ttl", "soon")
                    .set("instance", "threads", 0)
                    .set("topics", "partitoins", 3);

            String printed = failsWith(2, application, config, Map.of());

            assertThat(printed.lines())
                    .hasSize(3)
                    .anySatisfy(line -> assertThat(line).contains("guard.ttl", "soon", "24h"))
                    .anySatisfy(line -> assertThat(line).contains("instance.threads", "0", "at least 1"))
                    .anySatisfy(line -> assertThat(line).contains("topics.partitoins", "partitions"));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldRefuseABadRuleFileWithItsLine() throws Exception {
        try (Application application = application("bad-rules")) {
            Path rules = Files.writeString(BROKER.folder().resolve("bad-rules.yaml"), """
                    version: 1
                    default: { label: other }
                    rules:
                      - id: billing
                        label: billing
                        when: { pattern: { in: [subject], matches: "(" } }
                    """);
            ApplicationConfig config =
                    application.config().set("classifiers", "rules", Map.of("type", "rules", "file", rules.toString()));

            String printed = failsWith(2, application, config, Map.of());

            assertThat(printed).contains(rules + ":6", "billing");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldSayThatNoBrokerAnswersAndNoSecret() throws Exception {
        Path file = Files.writeString(BROKER.folder().resolve("secret-file"), SECRET + "\n");
        try (Application application = application("unreachable")) {
            String closed = "127.0.0.1:" + closedPort();
            ApplicationConfig config = application
                    .config()
                    .set("kafka", "bootstrap.servers", closed)
                    .set("kafka", "security.protocol", "SASL_SSL")
                    .set("kafka", "sasl.mechanism", "PLAIN")
                    .set("kafka", "ssl.key.password", "${file:" + file + "}")
                    .set("kafka", "sasl.jaas.config", jaas("${env:KAFKA_PASSWORD}"));

            String printed = failsWith(1, application, config, Map.of("KAFKA_PASSWORD", SECRET));

            assertThat(printed).doesNotContain(SECRET);
            assertThat(printed.lines())
                    .as("the reason comes last, after a few words of the client about each try")
                    .hasSizeLessThan(30)
                    .last()
                    .asString()
                    .contains("kafka.bootstrap.servers", closed, "check the address", "kafka.security.protocol");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldNeverPrintASecretHoweverMuchIsLogged() throws Exception {
        Path file = Files.writeString(BROKER.folder().resolve("other-secret-file"), SECRET + "\n");
        try (Application application = application("secrets")) {
            ApplicationConfig config = application
                    .config()
                    .set("kafka", "ssl.keystore.password", "${file:" + file + "}")
                    .set("kafka", "sasl.jaas.config", jaas("${env:KAFKA_PASSWORD}"));
            Map<String, String> loud =
                    Map.of("KAFKA_PASSWORD", SECRET, "HAPAX_LOG_LEVEL", "DEBUG", "HAPAX_LOG_KAFKA", "DEBUG");
            application.createTopics(application.config());

            try (HapaxProcess instance = application.run(config, loud);
                    ApplicationOutputs outputs = application.outputs()) {
                application.send("m1", "hello", System.currentTimeMillis());
                outputs.awaitTotal(instance, 1);
                instance.terminate();
                assertThat(instance.exitCode(60)).isZero();

                assertThat(instance.printed())
                        .as("it was loud")
                        .contains("sasl.jaas.config = [hidden]")
                        .doesNotContain(SECRET);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldListEveryMissingTopic() throws Exception {
        try (Application application = application("missing")) {
            String printed = failsWith(1, application, application.config(), Map.of());

            assertThat(printed.lines())
                    .hasSize(8)
                    .allSatisfy(line -> assertThat(line).contains("does not exist", "hapax topics create"));
            for (String topic : List.of(
                    "in",
                    "replays",
                    "commands",
                    "decisions",
                    "alerts",
                    "duplicates",
                    "quarantine",
                    "quarantine.cases")) {
                assertThat(printed).contains("topic missing." + topic + " ");
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldRefuseTopicsThatDoNotFit() throws Exception {
        try (Application application = application("unfit")) {
            ApplicationConfig config = application.config().set("topics", "partitions", 2);
            application.createTopics(
                    config,
                    topic -> !List.of("unfit.replays", "unfit.quarantine").contains(topic.name()));
            application.createTopics(
                    new NewTopic("unfit.replays", 5, (short) 1)
                            .configs(Map.of(
                                    "max.message.bytes",
                                    Integer.toString(32 << 20),
                                    "message.timestamp.type",
                                    "LogAppendTime")),
                    new NewTopic("unfit.quarantine", 2, (short) 1)
                            .configs(
                                    Map.of("max.message.bytes", "1000000", "message.timestamp.type", "LogAppendTime")));

            String printed = failsWith(1, application, config, Map.of());

            assertThat(printed.lines())
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line)
                            .contains("unfit.replays has 5 partitions", "topics.partitions is 2", "set topics"))
                    .anySatisfy(line -> assertThat(line)
                            .contains(
                                    "unfit.quarantine", "1000000", "max.message.bytes", "quarantine.max-record-bytes"));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(TRANSACTIONS)
    void shouldRefuseBrokersWhoseTransactionsAreTooOld() throws Exception {
        try (Application application = application("too-old")) {
            application.createTopics(application.config());
            setTransactionVersion(application, (short) 1, UpgradeType.SAFE_DOWNGRADE);
            try {
                String printed = failsWith(1, application, application.config(), Map.of());

                assertThat(printed.lines())
                        .singleElement()
                        .asString()
                        .contains(
                                BROKER.bootstrapServers(),
                                "has transaction.version 1, Hapax needs 2",
                                "upgrade",
                                "kafka-features.sh");
            } finally {
                setTransactionVersion(application, (short) 2, UpgradeType.UPGRADE);
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldStopWhenAskedWithItsWorkCommittedAndBeQuickToComeBack() throws Exception {
        try (Application application = application("stop")) {
            application.createTopics(application.config());
            try (ApplicationOutputs outputs = application.outputs()) {
                for (int i = 0; i < 2; i++) {
                    try (HapaxProcess instance = application.start(application.config())) {
                        application.send("m" + i, "hello", System.currentTimeMillis());
                        outputs.awaitTotal(instance, i + 1);
                        instance.terminate();

                        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                        assertThat(instance.printedToOut()).isEmpty();
                        assertThat(application.committed()).containsEntry(0, i + 1L);
                        assertThat(application.members())
                                .as("left the group, so that nobody waits for it")
                                .isEmpty();
                    }
                }
                assertThat(outputs.decided()).containsExactly("m0", "m1");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Dashboard, API and metrics", "REBALANCING (was CREATED)"})
    @Execution(ExecutionMode.CONCURRENT)
    void shouldStopInGoodOrderWhileItStarts(String lastWords) throws Exception {
        try (Application application = application("stop-" + lastWords.length())) {
            application.createTopics(application.config());
            try (HapaxProcess instance = application.run(application.config(), Map.of())) {
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> instance.printedToErr().contains(lastWords));
                instance.terminate();

                assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                assertThat(instance.printedToErr()).doesNotContain("ERROR");
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldRunWhereBrokersAssignTheTasks() throws Exception {
        try (Application application = application("assigned")) {
            ApplicationConfig config = application.config().set("instance", "group-protocol", "streams");
            application.createTopics(config);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                application.send("m1", "hello", System.currentTimeMillis());
                application.send("m1", "hello", System.currentTimeMillis());
                outputs.awaitTotal(instance, 2);
                instance.terminate();

                assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                assertThat(outputs.decided()).containsExactly("m1");
            }
        }
    }

    private static Application application(String name) throws Exception {
        return BROKER.application(name);
    }

    /** Runs it, and returns what it printed by the time it had failed. */
    private static String failsWith(
            int exitCode, Application application, ApplicationConfig config, Map<String, String> environment)
            throws Exception {
        try (HapaxProcess instance = application.run(config, environment)) {
            assertThat(instance.exitCode(120)).as(instance.printed()).isEqualTo(exitCode);
            assertThat(instance.printedToOut()).isEmpty();
            return instance.printedToErr();
        }
    }

    private static String jaas(String password) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"hapax\" password=\""
                + password + "\";";
    }

    /** A port at which nobody listens: it was free a moment ago. */
    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void setTransactionVersion(Application application, short level, UpgradeType type) throws Exception {
        application
                .admin()
                .updateFeatures(Map.of(TRANSACTIONS, new FeatureUpdate(level, type)), new UpdateFeaturesOptions())
                .all()
                .get(60, TimeUnit.SECONDS);
    }
}
