package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hapax.app.ExitCodes;
import dev.hapax.campaign.AudienceDigest;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.chaos.ChaosCommand;
import dev.hapax.chaos.campaign.AcceptedMails;
import dev.hapax.chaos.campaign.CampaignApplication;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.campaign.CampaignAudience;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryHeaders;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/** What a campaign promises: one mail for each recipient, whatever is killed, loaded again, restored elsewhere or refused. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class CampaignIT {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int PARTITIONS = 2;
    private static final int IN_FLIGHT = 20;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @TempDir
    Path folder;

    private static CampaignApplication application(String name, int workers) throws Exception {
        UnaryOperator<ApplicationConfig> more = config -> config.set("topics", "partitions", PARTITIONS)
                .set("delivery", "claim-batch", 5)
                .set("delivery", "max-in-flight", IN_FLIGHT)
                .set("delivery", "lease", "3s");
        return CampaignApplication.of(name, BROKER.bootstrapServers(), BROKER.folder(), workers, more);
    }

    private static void until(String what, Callable<Boolean> holds) {
        await(what).atMost(LONG).pollInterval(Duration.ofMillis(200)).until(holds);
    }

    private static CampaignStatus status(CampaignApplication application) {
        return application.campaign().status();
    }

    private static long accepted(CampaignApplication application) throws Exception {
        return application.delivery().mailServer().acceptedCount();
    }

    private static List<Delivery> in(CampaignApplication application, Predicate<DeliveryState> wanted) {
        return application.deliveries().stream()
                .filter(one -> wanted.test(one.state()))
                .toList();
    }

    private static List<Delivery> in(CampaignApplication application, DeliveryState state) {
        return in(application, state::equals);
    }

    /** As people do who look into why it paused, and into the mail server's log. */
    private static AcceptedMails finish(CampaignApplication application, int recipients) throws Exception {
        until("the campaign is done", () -> {
            application.resumeIfPaused();
            return status(application) == CampaignStatus.DONE;
        });
        AcceptedMails before = application.accepted(recipients);
        assertThat(before.problems()).isEmpty();
        until("nothing is stranded", () -> application.reconcileByLog() == 0 && !application.isBusy());
        AcceptedMails after = application.accepted(recipients);
        assertThat(after.problemsAfterReconciling()).isEmpty();
        return after;
    }

    /** A round of {@code hapax-chaos campaign}, with a seed that is new each time. */
    @Test
    void shouldSendOneMailToEachRecipientWhenEveryoneIsKilled() {
        StringWriter said = new StringWriter();
        CommandLine chaos = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true));

        int code = chaos.execute("campaign", "--recipients", "1000", "--kills", "6", "--folder", folder.toString());

        assertThat(code).as("%s", said).isZero();
    }

    @Test
    void shouldHaveEachRecipientOnceWhenTwoLoadsRunAtOnceAndOneIsKilled() throws Exception {
        List<String> lines = CampaignApplication.lines(1_500);
        try (CampaignApplication application = application("loaded", 1);
                HapaxProcess instance = application.delivery().startInstance()) {
            application.create();

            List<String> said = application.loadTwice(lines);

            CampaignAudience audience = application.waiting();
            assertThat(audience.recipients()).as("%s", said).hasSize(1_500);
            assertThat(audience.duplicates()).hasSize(15);
            assertThat(application.deliveries()).hasSize(lines.size());
            List<String> digests = audience.digests(PARTITIONS);
            assertThat(digests).as("as the lines alone determine it").isEqualTo(expectedDigests(application, lines));
            Collections.shuffle(lines, new Random(7));
            Path shuffled = Files.write(folder.resolve("shuffled.csv"), List.of("id,address,name"));
            Files.write(shuffled, lines, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
            assertThat(application.campaign("load", CampaignApplication.CAMPAIGN, shuffled.toString(), "--as", "ann"))
                    .contains("1,515 recipients are loaded: 0 are new, 1,515 were there already, 0 are refused.");
            assertThat(application.waiting().digests(PARTITIONS)).isEqualTo(digests);
            assertThat(instance.isAlive()).isTrue();
        }
    }

    /** Of the first line of each address, partition by partition. */
    private static List<String> expectedDigests(CampaignApplication application, List<String> lines)
            throws RenderException {
        CampaignMail mail = CampaignMail.of(
                CampaignApplication.CAMPAIGN,
                application.campaign().definition(),
                application.delivery().clients().settings());
        List<Recipient> recipients = lines.stream()
                .filter(line -> line.startsWith("s"))
                .map(line -> line.split(","))
                .map(cells -> new Recipient(cells[0], cells[1], Map.of("name", cells[2])))
                .sorted(Comparator.comparing(Recipient::subscriber))
                .toList();
        List<AudienceDigest> digests = List.of(new AudienceDigest(), new AudienceDigest());
        for (Recipient recipient : recipients) {
            String id = recipient.deliveryId(CampaignApplication.CAMPAIGN);
            int partition = Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
            byte[] bytes = mail.render(recipient, Integer.MAX_VALUE);
            digests.get(partition).add(id, recipient.address(), DeliveryHeaders.sha256(bytes));
        }
        return digests.stream().map(AudienceDigest::hex).toList();
    }

    private static void begin(CampaignApplication application, int recipients) throws Exception {
        application.create();
        application.load(CampaignApplication.lines(recipients));
        application.approve();
        application.startSending();
    }

    @Test
    void shouldSendNothingInAnotherClusterUntilSomeoneEnablesItThere() throws Exception {
        int recipients = 400;
        try (CampaignApplication application = application("moved", 2);
                EmbeddedBroker other = EmbeddedBroker.start(folder.resolve("other-broker"))) {
            try (HapaxProcess instance = application.delivery().startInstance();
                    HapaxProcess worker = application.delivery().startWorker(0)) {
                begin(application, recipients);
                until("a part is sent", () -> accepted(application) >= recipients / 4);
                worker.kill();
                instance.kill();
            }
            Map<String, Integer> before = application.delivery().mailServer().accepted();
            assertThat(before).hasSizeLessThan(recipients);
            Map<String, Long> copied = new TopicCopy(BROKER.bootstrapServers(), other.bootstrapServers()).copy("moved");
            assertThat(copied.get(application.delivery().application().topic(Topic.LEDGER_CHANGELOG)))
                    .isPositive();

            try (CampaignApplication restored = application.on(other.bootstrapServers(), folder);
                    HapaxProcess instance = restored.delivery().startInstance()) {
                until(
                        "its ledger goes on",
                        () -> in(restored, DeliveryState.CLAIMED).isEmpty()
                                && in(restored, DeliveryState.DUE).size() >= IN_FLIGHT);
                try (HapaxProcess worker = restored.delivery().startWorker(0)) {
                    assertThat(worker.exitCode(60)).isEqualTo(ExitCodes.FAILED);
                    assertThat(worker.printedToErr()).contains("sending is off in cluster", "delivery enable");
                }
                assertThat(application.delivery().mailServer().accepted()).isEqualTo(before);

                assertThatThrownBy(() -> restored.delivery().enable(false))
                        .isInstanceOf(OperationException.class)
                        .hasMessageContaining("--strand-due");
                assertThat(restored.delivery().enable(true)).isPositive();
                try (HapaxProcess worker = restored.delivery().startWorker(0)) {
                    AcceptedMails after = finish(restored, recipients);
                    assertThat(after.times()).hasSize(recipients).containsAllEntriesOf(before);
                    assertThat(worker.isAlive() && instance.isAlive()).isTrue();
                }
            }
        }
    }

    @Test
    void shouldPauseWithTheReasonWhenTheMailServerFailsAndSendTheRestOnceAfterResume() throws Exception {
        int recipients = 400;
        try (CampaignApplication application = application("failing", 2);
                HapaxProcess instance = application.delivery().startInstance();
                HapaxProcess first = application.delivery().startWorker(0);
                HapaxProcess second = application.delivery().startWorker(1)) {
            begin(application, recipients);
            awaitMore(application);
            application.delivery().mailServer().kill();
            assertPaused(application, "refused");
            application.delivery().mailServer().restart();
            for (int code : new int[] {421, 535}) {
                awaitMore(application);
                application.delivery().mailServer().refuse(code);
                assertPaused(application, Integer.toString(code));
                application.delivery().mailServer().release();
            }

            AcceptedMails after = finish(application, recipients);

            assertThat(after.states()).containsEntry(DeliveryState.SENT, recipients);
            assertThat(application.deliveries())
                    .allSatisfy(one -> assertThat(one.attempt()).isLessThan(20));
            assertThat(instance.isAlive() && first.isAlive() && second.isAlive())
                    .isTrue();
        }
    }

    private static void awaitMore(CampaignApplication application) throws Exception {
        long before = accepted(application);
        until("more is sent", () -> {
            application.resumeIfPaused();
            return accepted(application) >= before + 30;
        });
    }

    /** What was not sent is back in the queue, and nobody is forgotten. */
    private static void assertPaused(CampaignApplication application, String why) {
        until("paused", () -> status(application) == CampaignStatus.PAUSED);
        Campaign paused = application.campaign();
        assertThat(CampaignApplication.pausedBecause(paused)).contains(why);
        int all = application.deliveries().size();
        until(
                "the rest is queued",
                () -> in(
                                        application,
                                        state -> state == DeliveryState.AWAITING_APPROVAL
                                                || state == DeliveryState.STRANDED
                                                || state.isEnd())
                                .size()
                        == all);
        assertThat(in(application, DeliveryState.AWAITING_APPROVAL)).isNotEmpty();
        assertThat(in(application, state -> state == DeliveryState.REFUSED || state == DeliveryState.EXPIRED))
                .isEmpty();
    }

    @Test
    void shouldHonourOptOutsThatAreAcknowledgedBeforeTheClaim() throws Exception {
        int recipients = 300;
        try (CampaignApplication application = application("opted-out", 1);
                HapaxProcess instance = application.delivery().startInstance()) {
            begin(application, recipients);
            until("some are due", () -> in(application, DeliveryState.DUE).size() == PARTITIONS * IN_FLIGHT);
            // Nobody has claimed anything yet, whether it is due or in the queue.
            Set<String> optedOut = new HashSet<>();
            for (DeliveryState state : List.of(DeliveryState.DUE, DeliveryState.AWAITING_APPROVAL)) {
                in(application, state).stream()
                        .filter(one -> one.draft().target().contains("example.org"))
                        .limit(10)
                        .forEach(one -> optedOut.add(one.draft().target()));
            }
            optedOut.forEach(application.delivery()::suppress);

            try (HapaxProcess worker = application.delivery().startWorker(0)) {
                until("a part is sent", () -> accepted(application) >= 30);
                // Any of these may become due at any moment; those that are queued afterwards were not claimed.
                List<String> late = new ArrayList<>();
                for (Delivery one : in(application, DeliveryState.AWAITING_APPROVAL).stream()
                        .limit(20)
                        .toList()) {
                    application.delivery().suppress(one.draft().target());
                    late.add(one.draft().target());
                }
                in(application, DeliveryState.AWAITING_APPROVAL).stream()
                        .map(one -> one.draft().target())
                        .filter(late::contains)
                        .forEach(optedOut::add);
                AcceptedMails after = finish(application, recipients);

                assertThat(optedOut).hasSizeGreaterThanOrEqualTo(20);
                assertThat(after.times().keySet()).doesNotContainAnyElementsOf(optedOut);
                assertThat(after.states().get(DeliveryState.SUPPRESSED)).isGreaterThanOrEqualTo(optedOut.size());
                assertThat(worker.isAlive() && instance.isAlive()).isTrue();
            }
        }
    }
}
