package dev.hapax.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.meters.Meter;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private static void sendAll(CampaignFixture campaign) {
        new HashSet<>(campaign.due())
                .stream()
                        .filter(id -> Objects.requireNonNull(campaign.ledger().delivery(id))
                                        .state()
                                == DeliveryState.DUE)
                        .forEach(campaign::send);
    }

    private static String refusals(CampaignFixture campaign) {
        return campaign.ledger().written(Topic.REFUSED_DELIVERIES).stream()
                .map(record -> KafkaHeaders.text(record.headers(), HeaderNames.REASON))
                .toList()
                .toString();
    }

    @Test
    void shouldSendOneRenderedMailToEachRecipientAndEnd() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(3)) {
            campaign.pass(SECOND);
            assertThat(campaign.due())
                    .containsExactly(
                            CampaignFixture.delivery(0), CampaignFixture.delivery(1), CampaignFixture.delivery(2));
            TestRecord<byte[], byte[]> due =
                    campaign.ledger().written(Topic.DUE).get(1);
            assertThat(new String(due.value(), StandardCharsets.UTF_8))
                    .contains("To: s1@example.org\r\nSubject: Hello No. 1\r\n", "Dear No=2E 1, spring is here=2E");
            assertThat(KafkaHeaders.text(due.headers(), HeaderNames.CAMPAIGN)).isEqualTo(CampaignFixture.ID);

            sendAll(campaign);
            campaign.pass(SECOND);

            assertThat(campaign.status()).isEqualTo(CampaignStatus.DONE);
            assertThat(campaign.campaign().states()).isEqualTo(Map.of(DeliveryState.SENT, 3));
            assertThat(campaign.ledger().receipts())
                    .hasSize(3)
                    .allSatisfy(receipt -> assertThat(receipt.approvedBy()).isEqualTo("campaign:spring"));
            assertThat(campaign.campaign().partitions().get(0))
                    .extracting(CampaignEvent.Counted::receipts)
                    .isEqualTo(new CampaignEvent.Receipts(1, 3));
        }
    }

    @Test
    void shouldSendNothingBeforeApprovalAndStart() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "  policies: [{ name: all, channel: mail }]\n")) {
            campaign.drafted(2);
            campaign.pass(SECOND);
            assertThat(campaign.request(Action.START, "ann"))
                    .isEqualTo("start refused: it is DRAFT, and must be approved first");
            campaign.pass(SECOND);
            assertThat(campaign.due()).isEmpty();

            campaign.approve("bob");
            campaign.pass(SECOND);
            assertThat(campaign.due()).isEmpty();

            assertThat(campaign.request(Action.START, "ann")).isEqualTo("started: because");
            campaign.pass(SECOND);
            assertThat(campaign.due()).hasSize(2);
        }
    }

    @Test
    void shouldChangeNothingWhenRecipientsAreLoadedAgain() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(2)) {
            campaign.load(1);
            campaign.load(0);
            campaign.load("s1", "other@example.org", "No. 1");
            campaign.pass(SECOND);
            campaign.load(0);
            campaign.pass(SECOND);

            assertThat(campaign.due()).hasSize(2);
            assertThat(campaign.campaign().states()).isEqualTo(Map.of(DeliveryState.DUE, 2));
            assertThat(refusals(campaign)).contains("campaign:spring:s1 was staged before with other content");
        }
    }

    @Test
    void shouldConfirmItsRecipientsAtTheNextLookBecauseAnApproverWaits() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").drafted(2)) {
            campaign.pass(SECOND);
            campaign.event(new CampaignEvent.Frozen("bob"));
            assertThat(campaign.campaign().isKnownTo(1)).isFalse();

            campaign.ledger().pass(Duration.ofMillis(100));

            assertThat(campaign.campaign().isKnownTo(1)).isTrue();
        }
    }

    @Test
    void shouldTellTheSecondOfTwoWhoStart() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").drafted(1)) {
            campaign.approve("bob");

            assertThat(campaign.request(Action.START, "ann")).isEqualTo("started: because");
            assertThat(campaign.request(Action.START, "ann")).isEqualTo("start refused: it is RUNNING");
        }
    }

    @Test
    void shouldNotSendRecipientsThatNobodyApproved() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(1)) {
            campaign.load(7);
            campaign.pass(SECOND);
            assertThat(campaign.due()).containsExactly(CampaignFixture.delivery(0));
            sendAll(campaign);
            campaign.pass(SECOND);
            assertThat(campaign.status()).as("somebody waits").isEqualTo(CampaignStatus.RUNNING);

            campaign.approve("bob");
            campaign.pass(SECOND);
            assertThat(campaign.due()).containsExactly(CampaignFixture.delivery(0), CampaignFixture.delivery(7));
            sendAll(campaign);
            campaign.pass(SECOND);
            assertThat(campaign.status()).isEqualTo(CampaignStatus.DONE);
        }
    }

    @Test
    void shouldCountOnlyApprovalsThatAKnownKeySignedForTheseRecipients() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").drafted(2)) {
            campaign.event(new CampaignEvent.Frozen("bob"));
            assertThat(campaign.event(new CampaignEvent.Reviewed(campaign.approval("bob"))))
                    .isEqualTo("approval refused: it is not signed");
            assertThat(campaign.event(new CampaignEvent.Reviewed(
                            campaign.approval("bob").signed(CampaignFixture.ID, campaign.strangersKey()))))
                    .contains("is unknown");
            assertThat(campaign.event(new CampaignEvent.Reviewed(campaign.approval("bob")
                            .signed("other", campaign.ledger().key()))))
                    .contains("its signature is wrong");

            // One of those that are about to be approved is cancelled before the approval arrives.
            var approval = campaign.approval("bob")
                    .signed(CampaignFixture.ID, campaign.ledger().key());
            campaign.ledger()
                    .event(CampaignFixture.delivery(1), new DeliveryEvent.CancelRequested("eve", "not this one"));
            campaign.event(new CampaignEvent.Reviewed(approval));
            campaign.pass(SECOND);

            assertThat(campaign.status()).isEqualTo(CampaignStatus.DRAFT);
            assertThat(campaign.campaign().history())
                    .last()
                    .extracting(Campaign.Entry::what)
                    .isEqualTo("approval revoked");
            assertThat(campaign.request(Action.START, "ann")).contains("refused");
            campaign.approve("bob");
            campaign.request(Action.START, "ann");
            campaign.pass(SECOND);
            assertThat(campaign.due()).containsExactly(CampaignFixture.delivery(0));
        }
    }

    @Test
    void shouldNotBelieveAnAnnouncementWithoutSignatures() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").drafted(1)) {
            campaign.approve("bob");
            Campaign real = campaign.campaign();
            // As if somebody had written the approvals of another definition into the topic.
            Campaign forged = CampaignFormat.readCampaign(new String(CampaignFormat.write(real), StandardCharsets.UTF_8)
                    .replace("Hello {{name}}", "Buy {{name}}")
                    .replace("\"revision\":" + real.revision(), "\"revision\":99")
                    .replace("\"APPROVED\"", "\"RUNNING\"")
                    .getBytes(StandardCharsets.UTF_8));
            campaign.ledger()
                    .send(
                            Topic.DELIVERY_EVENTS,
                            "0:" + CampaignFixture.ID,
                            CampaignFormat.write(forged),
                            Map.of(HeaderNames.CAMPAIGN_EVENT, "notice"));
            campaign.load(5);
            campaign.pass(SECOND);

            assertThat(campaign.ledger().written(Topic.DUE))
                    .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                    .noneMatch(mail -> mail.contains("Buy"));
        }
    }

    @Test
    void shouldHoldWhatIsDueWhenItPausesAndSendTheRestOnceAfterwards() {
        String two = "  claim-batch: 2\n  max-in-flight: 2\n";
        try (CampaignFixture campaign = new CampaignFixture(folder, two).running(4)) {
            campaign.pass(SECOND);
            campaign.send(CampaignFixture.delivery(0));
            campaign.request(Action.PAUSE, "ann");
            campaign.ledger()
                    .event(CampaignFixture.delivery(1), new DeliveryEvent.Held(1, "w1", "the campaign is PAUSED"));
            campaign.pass(Duration.ofMinutes(10));
            assertThat(campaign.state(1)).isEqualTo(DeliveryState.AWAITING_APPROVAL);
            int before = campaign.due().size();

            campaign.request(Action.RESUME, "ann");
            for (int i = 0; i < 4; i++) {
                campaign.pass(Duration.ofSeconds(10));
                sendAll(campaign);
            }

            assertThat(before).isLessThanOrEqualTo(3);
            assertThat(campaign.ledger().count(Meter.CAMPAIGN_PAUSES))
                    .as("pauses of its own")
                    .isZero();
            assertThat(campaign.status()).isEqualTo(CampaignStatus.DONE);
            assertThat(campaign.campaign().states()).isEqualTo(Map.of(DeliveryState.SENT, 4));
        }
    }

    @Test
    void shouldPauseWithTheReasonWhenTheChannelIsDown() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(3)) {
            campaign.pass(SECOND);
            campaign.ledger()
                    .event(
                            CampaignFixture.delivery(0),
                            new DeliveryEvent.Postponed(1, "w1", "channel mail is down: 535 authentication failed"));
            campaign.pass(SECOND);

            assertThat(campaign.status()).isEqualTo(CampaignStatus.PAUSED);
            assertThat(campaign.campaign().history())
                    .last()
                    .satisfies(entry -> assertThat(entry.what() + ": " + entry.detail())
                            .isEqualTo("paused: channel mail is down: 535 authentication failed"));
            assertThat(campaign.ledger().count(Meter.CAMPAIGN_PAUSES)).isEqualTo(1);
            campaign.pass(Duration.ofHours(1));
            assertThat(campaign.state(0)).as("back in the queue").isEqualTo(DeliveryState.AWAITING_APPROVAL);

            campaign.request(Action.RESUME, "ann");
            for (int i = 0; i < 3; i++) {
                campaign.pass(Duration.ofMinutes(1));
                sendAll(campaign);
            }
            campaign.pass(SECOND);
            assertThat(campaign.status()).isEqualTo(CampaignStatus.DONE);
        }
    }

    @Test
    void shouldPauseWhenTooManyAreRefused() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(60)) {
            campaign.pass(SECOND);
            for (int i = 0; i < 30; i++) {
                campaign.claim(CampaignFixture.delivery(i));
                campaign.report(
                        CampaignFixture.delivery(i),
                        i % 3 == 0 ? DeliveryEvent.Result.REFUSED : DeliveryEvent.Result.SENT,
                        "550 no such user");
            }
            campaign.pass(SECOND);

            assertThat(campaign.status()).isEqualTo(CampaignStatus.PAUSED);
            assertThat(campaign.campaign().history())
                    .last()
                    .extracting(Campaign.Entry::detail)
                    .isEqualTo("10 of 30 were refused, more than pause-above (0.2)");
        }
    }

    @Test
    void shouldCancelWhatWaitsAndSendNothingMore() {
        String few = "  claim-batch: 2\n  max-in-flight: 2\n";
        try (CampaignFixture campaign = new CampaignFixture(folder, few).running(1_200)) {
            campaign.pass(SECOND);
            campaign.send(CampaignFixture.delivery(0));
            campaign.request(Action.CANCEL, "ann");
            campaign.pass(SECOND);
            sendAll(campaign);
            campaign.pass(SECOND);

            int due = campaign.due().size();
            assertThat(campaign.campaign().states())
                    .containsEntry(DeliveryState.CANCELLED, 1_200 - due)
                    .containsEntry(DeliveryState.SENT, due);
            campaign.pass(Duration.ofHours(1));
            assertThat(campaign.due()).hasSize(due);
            campaign.load(5_000);
            assertThat(refusals(campaign)).contains("campaign spring is CANCELLED; use another id to send again");
        }
    }

    @Test
    void shouldNeverSendAgainWhatItHasForgotten() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "  retention: 8d\n").running(2)) {
            campaign.pass(SECOND);
            sendAll(campaign);
            campaign.pass(SECOND);
            campaign.pass(Duration.ofDays(9));
            assertThat(campaign.ledger().delivery(CampaignFixture.delivery(0))).isNull();

            campaign.load(0);
            campaign.create(CampaignFixture.UNPACED);
            campaign.pass(SECOND);

            assertThat(campaign.due()).hasSize(2);
            assertThat(refusals(campaign)).contains("campaign spring is DONE; use another id to send again");
            assertThat(campaign.campaign().states()).isEqualTo(Map.of(DeliveryState.SENT, 2));
            assertThat(new CampaignStore(campaign.ledger().keyValueStore())
                            .counts(CampaignFixture.ID)
                            .states())
                    .as("by its store alone, as after a restart")
                    .isEqualTo(Map.of(DeliveryState.SENT, 2));
        }
    }

    @Test
    void shouldRememberDeliveriesForAsLongAsTheCampaignRuns() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "  retention: 8d\n").running(2)) {
            campaign.pass(SECOND);
            campaign.send(CampaignFixture.delivery(0));
            campaign.load(5);
            campaign.pass(Duration.ofDays(10));

            assertThat(campaign.state(0)).isEqualTo(DeliveryState.SENT);
            campaign.load(0);
            campaign.pass(SECOND);
            assertThat(campaign.due()).containsOnlyOnce(CampaignFixture.delivery(0));
        }
    }

    @Test
    void shouldKeepToTheCapOfEachDayOfTheWarmUp() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "")) {
            campaign.create(new CampaignPacing(null, null, 0, List.of(2, 5), null, 0.2));
            IntStream.range(0, 20).forEach(campaign::load);
            campaign.approve("bob");
            campaign.request(Action.START, "ann");

            campaign.pass(Duration.ofHours(1));
            assertThat(campaign.due()).hasSize(2);
            sendAll(campaign);
            campaign.pass(Duration.ofDays(1));
            assertThat(campaign.due()).hasSize(7);
            sendAll(campaign);
            campaign.pass(Duration.ofDays(1));
            assertThat(campaign.due()).hasSize(20);
        }
    }

    @Test
    void shouldSendNothingInQuietHours() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "")) {
            QuietHours noon = new QuietHours("11:00", "14:00", "UTC");
            campaign.create(new CampaignPacing(null, null, 0, List.of(), noon, 0.2));
            campaign.load(0);
            campaign.approve("bob");
            campaign.request(Action.START, "ann");

            campaign.pass(Duration.ofHours(1));
            assertThat(campaign.due()).isEmpty();
            campaign.pass(Duration.ofHours(1));
            assertThat(campaign.due()).hasSize(1);
        }
    }

    @Test
    void shouldLetOneDomainWaitWithoutTheOthers() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "")) {
            campaign.create(new CampaignPacing(null, "1/m", 0, List.of(), null, 0.2));
            IntStream.range(0, 5).forEach(i -> campaign.load("slow" + i, "a" + i + "@slow.example", "A"));
            IntStream.range(0, 5).forEach(i -> campaign.load("z" + i, "z@" + i + ".example", "Z"));
            campaign.approve("bob");
            campaign.request(Action.START, "ann");

            campaign.pass(SECOND);
            assertThat(campaign.due()).filteredOn(id -> id.contains(":z")).hasSize(5);
            assertThat(campaign.due()).filteredOn(id -> id.contains(":slow")).hasSize(1);
            campaign.request(Action.CANCEL, "ann");
            campaign.pass(SECOND);
            assertThat(campaign.campaign().states())
                    .as("those that wait for their domain too")
                    .containsEntry(DeliveryState.CANCELLED, 4);
        }
    }

    @Test
    void shouldPauseACampaignThatTheConfigurationNoLongerFits() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "").running(3)) {
            LedgerStore saved = campaign.ledger().store();
            LedgerOptions keys = LedgerOptions.read(campaign.ledger().settings().delivery());
            CampaignOptions options = new CampaignOptions(campaign.ledger().withoutMail(), keys);

            PartitionCampaigns campaigns = new PartitionCampaigns(options, saved.campaigns(), 0);

            CampaignPart part = campaigns.all().iterator().next();
            assertThat(part.sends(LedgerFixture.NOW.toEpochMilli())).isFalse();
            assertThat(Objects.requireNonNull(campaigns.reports(0, true).get(CampaignFixture.ID))
                            .trouble())
                    .contains("channel: 'mail' must be a mail channel of delivery.channels, which has [post]");
        }
    }

    @Test
    void shouldNeedTwoPeopleAboveTheLimit() {
        String twoAbove = "campaign: { two-approvers-above: 1 }\n";
        try (CampaignFixture campaign = new CampaignFixture(folder, twoAbove).drafted(2)) {
            assertThat(campaign.approve("bob")).startsWith("approved, and needs another approver");
            assertThat(campaign.status()).isEqualTo(CampaignStatus.DRAFT);
            assertThat(campaign.event(new CampaignEvent.Reviewed(campaign.approval("bob")
                            .signed(CampaignFixture.ID, campaign.ledger().key()))))
                    .contains("another person has to approve it too");
            assertThat(campaign.event(new CampaignEvent.Reviewed(campaign.approval("eve")
                            .signed(CampaignFixture.ID, campaign.ledger().key()))))
                    .startsWith("approved: 2 recipients");
            assertThat(campaign.status()).isEqualTo(CampaignStatus.APPROVED);
        }
    }

    @Test
    void shouldNotLetItsCreatorApproveUnderFourEyes() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "  four-eyes: true\n").drafted(1)) {
            assertThat(campaign.approve("ann"))
                    .isEqualTo("approval refused: ann created it, and somebody else must approve it");
            assertThat(campaign.approve("bob")).startsWith("approved");
        }
    }

    @Test
    void shouldRefuseWhatCanNotBeSentAndKeepIt() {
        try (CampaignFixture campaign = new CampaignFixture(folder, "")) {
            campaign.load(0);
            assertThat(refusals(campaign)).contains("there is no campaign spring");
            campaign.create(CampaignFixture.UNPACED);
            campaign.load("x", "a@b.example\r\nBcc: c@d.example", "X");
            campaign.load("y", "not an address", "Y");
            campaign.load("z", "z@example.org", "Z\r\nBcc: all@example.org");
            campaign.ledger().stage(CampaignFixture.delivery(3), "forged");

            assertThat(refusals(campaign))
                    .contains("'a@b.example??Bcc: c@d.example' is no address of one recipient")
                    .contains("'not an address' is no address of one recipient")
                    .contains("has a line break or another control character")
                    .contains("only the recipients of campaigns have delivery ids like campaign:spring:s3");
            campaign.pass(SECOND);
            assertThat(campaign.campaign().states()).isEmpty();
        }
    }
}
