package dev.hapax.ledger;

import dev.hapax.campaign.AudienceDigest;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignLedger;
import dev.hapax.campaign.CampaignShare;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.ChannelSettings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one partition does for campaigns: it stages their recipients, checks their approvals, and knows which of them send. */
final class PartitionCampaigns {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionCampaigns.class);

    private final CampaignOptions options;
    private final CampaignStore store;
    private final int partition;
    private final CampaignLedger rules;
    private final Map<String, CampaignPart> parts = new TreeMap<>();
    /** Campaigns whose share has changed in this transaction. */
    private final Set<String> unsaved = new TreeSet<>();

    PartitionCampaigns(CampaignOptions options, CampaignStore store, int partition) {
        this.options = options;
        this.store = store;
        this.partition = partition;
        this.rules = options.rules();
        for (CampaignShare share : store.shares()) {
            put(share);
        }
    }

    private CampaignPart put(CampaignShare share) {
        String id = share.campaign().id();
        CampaignPart part;
        try {
            part = new CampaignPart(share, options.mail(id, share.campaign().definition()));
        } catch (IllegalArgumentException e) {
            // It is kept as it is, and nothing of it leaves.
            LOG.atError().addKeyValue("campaign", id).log("Campaign {} can't be sent: {}", id, e.getMessage());
            part = new CampaignPart(share, null);
            part.troubled("it does not fit the configuration: " + e.getMessage());
        }
        parts.put(id, part);
        return part;
    }

    /** What the owner of a campaign has announced. */
    void announced(Campaign campaign) {
        CampaignPart part = parts.get(campaign.id());
        if (part == null) {
            part = put(new CampaignShare(campaign, 0, Map.of(), -1));
        } else if (campaign.revision() > part.campaign().revision()) {
            part.announced(campaign);
        } else {
            return;
        }
        check(part);
        unsaved.add(part.id());
    }

    /** Writes what has changed; in the transaction of the change. */
    void save() {
        for (String id : unsaved) {
            CampaignPart part = parts.get(id);
            if (part != null) {
                store.put(part.share(store.counts(id)));
            }
        }
        unsaved.clear();
    }

    /** Whether a delivery that has ended counts for a campaign that has not. */
    boolean mustRemember(Delivery delivery) {
        CampaignPart part = of(delivery);
        return part != null && !part.hasEnded();
    }

    /** Takes note that the state of one of its deliveries has changed. */
    void changed(Delivery delivery) {
        CampaignPart part = of(delivery);
        if (part != null) {
            part.changed(store.counts(part.id()));
            if (part.hasEnded()) {
                // From now on the counts are all that is kept.
                unsaved.add(part.id());
            }
        }
    }

    /** Takes note of a receipt of one of its deliveries. */
    void receipt(Delivery delivery, long sequence) {
        CampaignPart part = of(delivery);
        if (part != null && !part.hasReceipts()) {
            part.receipt(sequence);
            unsaved.add(part.id());
        }
    }

    /** Finds the deliveries that each approval covers, and how far approvals reach. */
    private void check(CampaignPart part) {
        Campaign campaign = part.campaign();
        if (campaign.approvedUpTo() < part.approvedUpTo()) {
            part.approvedUpTo(campaign.approvedUpTo());
        }
        List<CampaignApproval> left = new ArrayList<>(campaign.approvals());
        while (!left.isEmpty()) {
            CampaignApproval first = left.get(0);
            List<CampaignApproval> same =
                    left.stream().filter(first::isAboutTheSameAs).toList();
            left.removeAll(same);
            if (first.after() == part.approvedUpTo() && countTogether(part, same)) {
                part.approvedUpTo(first.upTo());
            }
        }
    }

    /** Whoever can write to the events topic could announce anything: the signatures of people count. */
    private boolean countTogether(CampaignPart part, List<CampaignApproval> approvals) {
        Campaign campaign = part.campaign();
        CampaignApproval first = approvals.get(0);
        for (CampaignApproval approval : approvals) {
            String why = options.refusal(campaign, approval);
            if (why != null || !approval.approved()) {
                LOG.warn("An approval of campaign {} by {} does not count: {}", part.id(), approval.by(), why);
                return false;
            }
        }
        long people = approvals.stream().map(CampaignApproval::by).distinct().count();
        String sha256 = CampaignFormat.sha256(campaign.definition());
        boolean complete = people >= rules.approvers(first.count())
                && first.definitionSha256().equals(sha256)
                && first.digests().size() == options.partitions();
        return complete && digest(part.id(), first).equals(first.digests().get(partition));
    }

    private String digest(String campaign, CampaignApproval approval) {
        AudienceDigest digest = new AudienceDigest();
        store.queued(campaign, queued -> {
            if (queued.audience() > approval.after() && queued.audience() <= approval.upTo()) {
                digest.add(queued.id(), queued.target(), queued.sha256());
            }
            return queued.audience() <= approval.upTo();
        });
        return digest.hex();
    }

    /**
     * The delivery of a recipient that someone has loaded.
     *
     * @throws IllegalArgumentException when it can't be one, saying why
     */
    Draft recipient(String deliveryId, String campaign, byte[] value, String stagedBy, long now) {
        CampaignPart part = parts.get(campaign);
        if (part == null) {
            throw new IllegalArgumentException("there is no campaign " + campaign);
        }
        if (part.hasEnded()) {
            throw new IllegalArgumentException(
                    "campaign " + campaign + " is " + part.campaign().status() + "; use another id to send again");
        }
        if (!deliveryId.startsWith(Recipient.deliveryIds(campaign))) {
            throw new IllegalArgumentException("the delivery id must begin with " + Recipient.deliveryIds(campaign));
        }
        Recipient recipient = CampaignFormat.readRecipient(Recipient.subscriber(campaign, deliveryId), value);
        byte[] mail = render(part, recipient);
        CampaignDefinition definition = part.definition();
        long latest = now + options.settings().delivery().longestWait().toMillis();
        return new Draft(
                definition.channel(),
                recipient.address(),
                DeliveryHeaders.sha256(mail),
                mail.length,
                stagedBy,
                null,
                1,
                definition.notBefore(),
                definition.expires() == 0 ? latest : Math.min(latest, definition.expires()),
                null,
                new InCampaign(campaign, part.campaign().audience()));
    }

    /** The exact bytes of a delivery, which are the same as when it was staged. */
    byte[] mail(Delivery delivery, byte[] recipient) {
        InCampaign campaign = delivery.draft().campaign();
        CampaignPart part = campaign == null ? null : parts.get(campaign.id());
        if (part == null) {
            throw new IllegalStateException("delivery " + delivery.id() + " is part of no known campaign");
        }
        String subscriber = Recipient.subscriber(part.id(), delivery.id());
        return render(part, CampaignFormat.readRecipient(subscriber, recipient));
    }

    private byte[] render(CampaignPart part, Recipient recipient) {
        return part.render(recipient, options.settings().delivery().maxArtifactBytes());
    }

    /** Null for a delivery of no campaign. */
    @Nullable
    CampaignPart of(Delivery delivery) {
        InCampaign campaign = delivery.draft().campaign();
        return campaign == null ? null : parts.get(campaign.id());
    }

    /** Takes note of what workers report of a delivery of a campaign. */
    void noted(Delivery delivery, DeliveryEvent event, long now) {
        CampaignPart part = of(delivery);
        if (part == null) {
            return;
        }
        if (event instanceof DeliveryEvent.Postponed postponed) {
            part.troubled(postponed.detail());
        } else if (event instanceof DeliveryEvent.Held) {
            part.held(now);
        } else if (event instanceof DeliveryEvent.Reported reported && reported.result() == Result.NOT_SENT) {
            part.failed(reported.evidence());
        } else if (event instanceof DeliveryEvent.Reported reported && reported.result() == Result.SENT) {
            part.succeeded();
        }
    }

    /** The decision of people on the whole campaign, for one of its deliveries. */
    Approval approval(CampaignPart part, Delivery delivery, long now) {
        InCampaign campaign = delivery.draft().campaign();
        int audience = campaign == null ? 0 : campaign.audience();
        long expires = part.campaign().approvals().stream()
                .filter(approval -> audience > approval.after() && audience <= approval.upTo())
                .mapToLong(CampaignApproval::expires)
                .min()
                .orElse(now);
        return Approval.byCampaign(
                part.id(), delivery.draft().sha256(), delivery.draft().target(), now, expires);
    }

    ChannelSettings.Limits limits(String campaign, long now) {
        CampaignPart part = parts.get(campaign);
        return part == null ? ChannelSettings.Limits.NONE : part.limits(now);
    }

    Collection<CampaignPart> all() {
        return parts.values();
    }

    /**
     * What the owners have to hear.
     *
     * @param urgent only of campaigns for whose owner somebody waits
     */
    Map<String, Counted> reports(long lastReceipt, boolean urgent) {
        Map<String, Counted> reports = new TreeMap<>();
        for (CampaignPart part : parts.values()) {
            Counted counted =
                    urgent && !part.isUrgent() ? null : part.report(partition, store.counts(part.id()), lastReceipt);
            if (counted != null) {
                reports.put(part.id(), counted);
            }
        }
        return reports;
    }
}
