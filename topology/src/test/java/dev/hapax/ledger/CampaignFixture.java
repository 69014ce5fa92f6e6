package dev.hapax.ledger;

import dev.hapax.campaign.AudienceDigest;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** One campaign on a ledger of one partition, in the words of those who run it. */
final class CampaignFixture implements AutoCloseable {

    static final String ID = "spring";
    static final CampaignPacing UNPACED = new CampaignPacing(null, null, 0, List.of(), null, 0.2);

    private final LedgerFixture ledger;
    private int requests;

    CampaignFixture(Path folder, String more) {
        this.ledger = new LedgerFixture(folder, more);
    }

    LedgerFixture ledger() {
        return ledger;
    }

    static CampaignDefinition definition(CampaignPacing pacing) {
        return new CampaignDefinition(
                "mail",
                null,
                "Hello {{name}}",
                "Dear {{name}}, spring is here.\n",
                null,
                Map.of(),
                false,
                0,
                0,
                pacing,
                LedgerFixture.NOW.toEpochMilli());
    }

    /** Created, with so many recipients. */
    CampaignFixture drafted(int recipients) {
        create(UNPACED);
        IntStream.range(0, recipients).forEach(this::load);
        return this;
    }

    CampaignFixture running(int recipients) {
        drafted(recipients);
        approve("bob");
        request(Action.START, "ann");
        return this;
    }

    void create(CampaignPacing pacing) {
        event(new CampaignEvent.Created(definition(pacing), "ann"));
    }

    void load(int number) {
        load("s" + number, "s" + number + "@example.org", "No. " + number);
    }

    void load(String subscriber, String address, String name) {
        Recipient recipient = new Recipient(subscriber, address, Map.of("name", name));
        ledger.send(
                Topic.DELIVERY_EVENTS,
                recipient.deliveryId(ID),
                CampaignFormat.write(recipient),
                Map.of(HeaderNames.CAMPAIGN, ID, HeaderNames.STAGED_BY, "ann"));
    }

    static String delivery(int number) {
        return Recipient.deliveryIds(ID) + "s" + number;
    }

    /** What became of the event, by its line in the history. */
    String event(CampaignEvent event) {
        String request = "r" + requests++;
        ledger.send(
                Topic.DELIVERY_EVENTS,
                ID,
                CampaignFormat.write(event),
                Map.of(HeaderNames.CAMPAIGN_EVENT, "event", HeaderNames.REQUEST, request));
        Campaign campaign = latest();
        Campaign.Entry answer = campaign == null ? null : campaign.answer(request);
        return answer == null ? "" : answer.what() + ": " + answer.detail();
    }

    String request(Action action, String by) {
        return event(new CampaignEvent.Requested(action, by, "because"));
    }

    /** Freezes what is loaded, and approves all of it that was not approved before. */
    String approve(String by) {
        event(new CampaignEvent.Frozen(by));
        return event(new CampaignEvent.Reviewed(approval(by).signed(ID, ledger.key())));
    }

    CampaignApproval approval(String by) {
        Campaign campaign = campaign();
        AudienceDigest digest = new AudienceDigest();
        Map<String, Delivery> byId = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : ledger.written(Topic.LEDGER)) {
            byId.put(new String(record.key(), StandardCharsets.UTF_8), DeliveryFormat.readDelivery(record.value()));
        }
        int after = campaign.approvedUpTo();
        int upTo = campaign.audience() - 1;
        for (int audience = after + 1; audience <= upTo; audience++) {
            for (Delivery delivery : byId.values()) {
                DeliveryEvent.InCampaign in = delivery.draft().campaign();
                if (in != null && in.audience() == audience && delivery.state() == DeliveryState.AWAITING_APPROVAL) {
                    digest.add(
                            delivery.id(),
                            delivery.draft().target(),
                            delivery.draft().sha256());
                }
            }
        }
        long now = LedgerFixture.NOW.toEpochMilli();
        int count = digest.count();
        return new CampaignApproval(
                true,
                by,
                campaign.sha256(),
                after,
                upTo,
                count,
                List.of(digest.hex()),
                now,
                now + Duration.ofDays(7).toMillis(),
                "looks good",
                null,
                null);
    }

    /** Lets the ledger look, and report to the campaign. */
    void pass(Duration time) {
        ledger.pass(time);
        // What partitions report comes back at once, and what follows from it at the next look.
        ledger.pass(Duration.ofSeconds(1));
        ledger.pass(Duration.ofSeconds(1));
    }

    Campaign campaign() {
        return Objects.requireNonNull(latest());
    }

    private @Nullable Campaign latest() {
        List<TestRecord<byte[], byte[]>> all = ledger.written(Topic.CAMPAIGNS);
        return all.isEmpty()
                ? null
                : CampaignFormat.readCampaign(all.get(all.size() - 1).value());
    }

    CampaignStatus status() {
        return campaign().status();
    }

    DeliveryState state(int number) {
        return Objects.requireNonNull(ledger.delivery(delivery(number))).state();
    }

    /** The ids that became due, each as often as it did. */
    List<String> due() {
        return ledger.written(Topic.DUE).stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    void claim(String id) {
        ledger.event(id, new DeliveryEvent.Claimed(attempt(id), "w1", 60_000, 1_000));
    }

    void report(String id, DeliveryEvent.Result result, String evidence) {
        ledger.event(id, new DeliveryEvent.Reported(attempt(id), result, "w1", evidence));
    }

    void send(String id) {
        claim(id);
        report(id, DeliveryEvent.Result.SENT, "250 OK");
    }

    private int attempt(String id) {
        return Objects.requireNonNull(ledger.delivery(id)).attempt();
    }

    SigningKey strangersKey() {
        return LedgerFixture.strangersKey();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
