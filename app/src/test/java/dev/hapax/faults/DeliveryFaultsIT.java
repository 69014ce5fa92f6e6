package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.chaos.ChaosCommand;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.chaos.delivery.MailServer.Step;
import dev.hapax.chaos.delivery.MailServerProcess;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.embedded.RequestStop;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What must never send a mail twice or lose one: real processes, and a mail server that stands still where it is told to. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
class DeliveryFaultsIT {

    private static final Duration LONG = Duration.ofSeconds(90);
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** For the one test that holds back an answer of the broker; the others use it as a wire. */
    private static final FaultProxy PROXY = listen();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker(PROXY.advertisedBy(BrokerOptions.defaults()));

    @TempDir
    Path folder;

    private static FaultProxy listen() {
        try {
            return FaultProxy.listen();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    static void connect() {
        PROXY.connectTo(BROKER.port());
    }

    @AfterAll
    static void closeProxy() throws IOException {
        PROXY.close();
    }

    private static DeliveryApplication application(String name) throws Exception {
        return application(name, config -> config);
    }

    private static DeliveryApplication application(String name, UnaryOperator<ApplicationConfig> more)
            throws Exception {
        return DeliveryApplication.of(
                name,
                PROXY.bootstrapServers(),
                BROKER.folder(),
                2,
                config -> more.apply(config.set("delivery", "lease", LEASE.toSeconds() + "s")));
    }

    private static void awaitState(DeliveryApplication application, int number, DeliveryState state) {
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(application.list()).anySatisfy(delivery -> {
                    assertThat(delivery.id()).isEqualTo("m" + number);
                    assertThat(delivery.state()).as("%s", delivery.history()).isEqualTo(state);
                }));
    }

    private static MailServerProcess.Held held(DeliveryApplication application) throws Exception {
        return Objects.requireNonNull(application.mailServer().await(LONG), "no worker came to the step");
    }

    private static List<String> history(Delivery delivery) {
        return delivery.history().stream().map(Delivery.Entry::what).toList();
    }

    /** A round of {@code hapax-chaos delivery}, with a seed that is new each time. */
    @Test
    void shouldSendNothingTwiceWhenEveryoneIsKilledAtEveryStep() {
        StringWriter said = new StringWriter();
        CommandLine chaos = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true));

        int code = chaos.execute("delivery", "--deliveries", "160", "--rounds", "1", "--folder", folder.toString());

        assertThat(code).as("%s", said).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"MAIL", "MID_DATA"})
    void shouldNotSendWhenItWakesUpAfterItsLeaseAndAReconciliation(Step step) throws Exception {
        String name = "asleep-" + step.name().charAt(1);
        try (DeliveryApplication application = application(name);
                HapaxProcess instance = application.startInstance();
                HapaxProcess sleeper = application.startWorker(0)) {
            application.mailServer().hold(step);
            application.stage(0, 1, DeliveryApplication.LARGE);
            assertThat(held(application).step()).isEqualTo(step);
            sleeper.stall();
            // Its answer is there when it wakes up.
            application.mailServer().release();

            awaitState(application, 0, DeliveryState.STRANDED);
            assertThat(application.mailServer().accepted())
                    .as("stopped before the final dot")
                    .isEmpty();
            await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).until(() -> {
                application.reconcile(application.get(0), Resolution.NOT_SENT);
                return application.get(0).state() != DeliveryState.STRANDED;
            });
            try (HapaxProcess second = application.startWorker(1)) {
                awaitState(application, 0, DeliveryState.SENT);
                assertThat(application.get(0).attempt()).isEqualTo(2);
                sleeper.resume();

                await("the sleeper reports its first attempt")
                        .atMost(LONG)
                        .pollInterval(Duration.ofMillis(300))
                        .until(() -> history(application.get(0)).stream()
                                .anyMatch(what -> what.startsWith("report ") && what.endsWith(" refused")));
                assertThat(history(application.get(0))).noneMatch(what -> what.startsWith("sent in attempt 1"));
                assertThat(application.mailServer().accepted())
                        .as("%s", application.get(0).history())
                        .isEqualTo(Map.of(DeliveryApplication.recipient(0), 1));
                assertThat(second.isAlive() && instance.isAlive()).isTrue();
            }
        }
    }

    @Test
    void shouldSendNothingAgainWhateverHappensToTheConsumerGroup() throws Exception {
        try (DeliveryApplication application = application("group");
                HapaxProcess instance = application.startInstance()) {
            // Opted out after it became due, before any worker could claim it.
            application.stage(100, 101, 0);
            awaitState(application, 100, DeliveryState.DUE);
            application.suppress(DeliveryApplication.recipient(100));
            Admin admin = application.application().admin();
            String group = application.workerGroup();
            String due = application.application().topic(Topic.DUE);
            Map<TopicPartition, OffsetAndMetadata> beginning =
                    Map.of(new TopicPartition(due, 0), new OffsetAndMetadata(0));

            sendsOnly(application, application.file(0), 0);
            assertThat(application.get(100).state()).isEqualTo(DeliveryState.SUPPRESSED);
            admin.alterConsumerGroupOffsets(group, beginning).all().get(30, TimeUnit.SECONDS);
            sendsOnly(application, application.file(0), 1);
            admin.alterConsumerGroupOffsets(group, beginning).all().get(30, TimeUnit.SECONDS);
            admin.deleteConsumerGroupOffsets(group, Set.of(new TopicPartition(due, 0)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            sendsOnly(application, application.file(0), 2);
            admin.deleteConsumerGroups(List.of(group)).all().get(30, TimeUnit.SECONDS);
            sendsOnly(application, application.file(0), 3);
            assertThat(instance.isAlive()).isTrue();
        }
    }

    /** A new worker sends the next mail, and with it would have sent what comes before it. */
    private static void sendsOnly(DeliveryApplication application, Path config, int number) throws Exception {
        try (HapaxProcess worker = application.startWorker(config)) {
            application.stage(number, number + 1, 0);
            awaitState(application, number, DeliveryState.SENT);
            assertThat(application.mailServer().accepted())
                    .hasSize(number + 1)
                    .allSatisfy((recipient, times) ->
                            assertThat(times).as(recipient).isEqualTo(1));
            worker.terminate();
            assertThat(worker.exitCode(60)).as(worker.printedToErr()).isZero();
        }
    }

    /** The group id follows from the application id, so another group is a worker with another application id. */
    @Test
    void shouldSendNothingTwiceWithTwoGroupsOfWorkersOnOneTopic() throws Exception {
        try (DeliveryApplication application =
                        application("groups", config -> config.set("delivery", "claim-batch", 5));
                HapaxProcess instance = application.startInstance()) {
            String text = Files.readString(application.file(1))
                    .replace("\"application-id\" : \"groups\"", "\"application-id\" : \"other\"");
            Path other = Files.writeString(folder.resolve("other.yaml"), text);
            assertThat(text).contains("\"application-id\" : \"other\"", "\"groups.\"");
            int all = 20;
            try (HapaxProcess first = application.startWorker(0);
                    HapaxProcess second = application.startWorker(other)) {
                await().atMost(LONG)
                        .until(() -> first.printedToErr().contains("Works on")
                                && second.printedToErr().contains("Works on"));
                application.stage(0, all, 0);
                await().atMost(LONG).pollInterval(Duration.ofSeconds(1)).until(() -> {
                    Map<DeliveryState, Integer> states = application.states();
                    return states.getOrDefault(DeliveryState.SENT, 0) + states.getOrDefault(DeliveryState.STRANDED, 0)
                            == all;
                });
                assertThat(application.mailServer().accepted())
                        .allSatisfy((recipient, times) ->
                                assertThat(times).as(recipient).isEqualTo(1));
                assertThat(instance.isAlive()).isTrue();
            }
        }
    }

    @Test
    void shouldNeitherSendTwiceNorLoseADeliveryWhoseClaimWasNotAnswered() throws Exception {
        try (DeliveryApplication application = application("unanswered");
                HapaxProcess instance = application.startInstance()) {
            // Recorded, and the worker never hears of it.
            try (HapaxProcess worker = application.startWorker(0)) {
                RequestStop stop = holdClaim(RequestStop.Side.ANSWER);
                application.stage(0, 1, 0);
                assertThat(stop.await(LONG)).as("the answer was held back").isTrue();
                worker.kill();
                stop.cut();
            }
            awaitState(application, 0, DeliveryState.STRANDED);
            application.expelWorkers();

            // Not recorded.
            try (HapaxProcess worker = application.startWorker(0)) {
                RequestStop stop = holdClaim(RequestStop.Side.REQUEST);
                application.stage(1, 2, 0);
                assertThat(stop.await(LONG)).as("the request was held back").isTrue();
                worker.kill();
                stop.cut();
            }
            assertThat(application.get(1).state()).isEqualTo(DeliveryState.DUE);
            application.expelWorkers();

            // Recorded; the worker lives, and finds out.
            try (HapaxProcess worker = application.startWorker(0)) {
                awaitState(application, 1, DeliveryState.SENT);
                RequestStop stop = holdClaim(RequestStop.Side.ANSWER);
                application.stage(2, 3, 0);
                assertThat(stop.await(LONG)).as("the answer was held back").isTrue();
                stop.cut();
                awaitState(application, 2, DeliveryState.SENT);
                assertThat(worker.isAlive()).isTrue();
            }
            assertThat(application.get(0).state()).isEqualTo(DeliveryState.STRANDED);
            assertThat(application.mailServer().accepted())
                    .isEqualTo(Map.of(DeliveryApplication.recipient(1), 1, DeliveryApplication.recipient(2), 1));
            assertThat(instance.isAlive()).isTrue();
        }
    }

    /** The transaction of a claim is the only one that a worker's producer ends. */
    private static RequestStop holdClaim(RequestStop.Side side) {
        return PROXY.stopAt(
                client -> client.contains("unanswered") && client.contains("deliver"), ApiKeys.END_TXN, side, 1);
    }

    @Test
    void shouldStrandNothingWhoseReportWaitedWhileTheLedgerWasDown() throws Exception {
        int all = 5;
        try (DeliveryApplication application = application("down");
                HapaxProcess first = application.startInstance();
                HapaxProcess worker = application.startWorker(0)) {
            application.mailServer().hold(Step.DOT);
            application.stage(0, all, 0);
            MailServerProcess.Held held = held(application);
            await().atMost(LONG)
                    .until(() -> application.recipients(DeliveryState.CLAIMED).contains(held.recipient()));
            first.kill();
            long claimed = application.recipients(DeliveryState.CLAIMED).size();
            assertThat(claimed).as("claimed when the ledger died").isPositive();
            application.mailServer().release();

            await().atMost(LONG).until(() -> reports(application) >= claimed);
            long reported = System.nanoTime();
            await("every lease has ended").atMost(LONG).until(() -> System.nanoTime() - reported > 2 * LEASE.toNanos());
            try (HapaxProcess second = application.startInstance()) {
                await().atMost(LONG)
                        .pollInterval(Duration.ofMillis(300))
                        .until(() -> application.list().stream()
                                .allMatch(it ->
                                        it.state() == DeliveryState.SENT || it.state() == DeliveryState.STRANDED));
                // A worker may have waited too long for the answer that was held back, and have reported that itself.
                assertThat(application.list())
                        .hasSize(all)
                        .allSatisfy(delivery -> assertThat(delivery.history())
                                .noneMatch(entry -> entry.what().equals("stranded")
                                        && entry.by().equals("ledger")));
                assertThat(application.mailServer().accepted())
                        .hasSize(all)
                        .allSatisfy((recipient, times) ->
                                assertThat(times).as(recipient).isEqualTo(1));
                assertThat(second.isAlive() && worker.isAlive()).isTrue();
            }
        }
    }

    /** How many outcomes are in the events topic. */
    private static int reports(DeliveryApplication application) {
        List<DeliveryEvent> found = new ArrayList<>();
        try (TopicReader reader = new TopicReader(application.clients())) {
            reader.read(
                    reader.whole(application.application().topic(Topic.DELIVERY_EVENTS)), Progress.UNSEEN, record -> {
                        if (!DeliveryHeaders.carryArtifact(record.headers())
                                && DeliveryFormat.readEvent(record.value())
                                        instanceof DeliveryEvent.Reported reported) {
                            found.add(reported);
                        }
                        return true;
                    });
        }
        return found.size();
    }

    /** What a mail server can refuse before any mail, and how a configuration meets it. */
    enum Refusal {
        WRONG_PASSWORD("535"),
        NO_STARTTLS("STARTTLS");

        private final String reason;

        Refusal(String reason) {
            this.reason = reason;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepDeliveriesQueuedAndSayWhyWhenTheServerRefusesTheWorker(Refusal refusal) throws Exception {
        String name = refusal.name().toLowerCase(Locale.ROOT).replace('_', '-');
        try (DeliveryApplication application = application(name);
                HapaxProcess instance = application.startInstance()) {
            String config = Files.readString(application.file(1));
            String spoilt = refusal == Refusal.NO_STARTTLS
                    ? config.replace("\"security\" : \"plain\"", "\"security\" : \"starttls\"")
                    : config.replace("\"password\" : \"right\"", "\"password\" : \"wrong\"");
            assertThat(spoilt).isNotEqualTo(config);
            Path file = Files.writeString(folder.resolve("spoilt.yaml"), spoilt);
            application.stage(0, 3, 0);
            await().atMost(LONG).until(() -> application.states().equals(Map.of(DeliveryState.DUE, 3)));

            try (HapaxProcess worker = application.startWorker(file)) {
                await().atMost(LONG).until(() -> worker.printedToErr().contains(refusal.reason));
                worker.terminate();
                worker.exitCode(60);
            }

            assertThat(application.list())
                    .hasSize(3)
                    .allSatisfy(delivery -> assertThat(delivery.state()).isEqualTo(DeliveryState.DUE));
            assertThat(application.mailServer().accepted()).isEmpty();
            try (HapaxProcess right = application.startWorker(0)) {
                await().atMost(LONG).until(() -> application.states().equals(Map.of(DeliveryState.SENT, 3)));
                assertThat(right.isAlive() && instance.isAlive()).isTrue();
            }
        }
    }
}
