package dev.hapax.admin.work;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.ledger.LedgerArtifacts;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.campaign.CampaignMails;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** The exact bytes that deliveries send. The store of the ledger has them, but only the recipient where a campaign has the rest. */
final class DeliveryContent {

    private static final int END_OF_PREFIX = Recipient.deliveryIds("").length() - 1;

    private final LedgerArtifacts artifacts;
    private final DeliveryLedger ledger;
    private final CampaignMails mails;

    DeliveryContent(LedgerArtifacts artifacts, DeliveryLedger ledger, CampaignMails mails) {
        this.artifacts = artifacts;
        this.ledger = ledger;
        this.mails = mails;
    }

    /**
     * As this instance has them.
     *
     * @throws dev.hapax.operations.OperationException when the mail of a campaign can't be written with this configuration
     */
    LedgerArtifacts.Found find(Delivery delivery) {
        InCampaign campaign = delivery.draft().campaign();
        return find(delivery.id(), campaign == null ? null : campaign.id());
    }

    /** The same by its id alone, also of a delivery that was staged just now. */
    LedgerArtifacts.Found find(String id) {
        Delivery known = ledger.view().find(id);
        return known == null ? find(id, Recipient.isDeliveryId(id) ? campaign(id) : null) : find(known);
    }

    private LedgerArtifacts.Found find(String id, @Nullable String campaign) {
        LedgerArtifacts.Found found = artifacts.find(id, ledger.partition(id));
        byte[] artifact = found.artifact();
        return artifact == null || campaign == null
                ? found
                : new LedgerArtifacts.Found(true, mails.render(known(campaign), id, artifact));
    }

    /** Ids of campaigns that people make have no colon. */
    private static String campaign(String id) {
        int end = id.indexOf(':', END_OF_PREFIX);
        return id.substring(END_OF_PREFIX, end < 0 ? id.length() : end);
    }

    private Campaign known(String id) {
        Campaign known = ledger.campaigns().known(id);
        Campaign campaign = known == null ? ledger.campaigns().find(id) : known;
        if (campaign == null) {
            throw new UnknownException("message: there is no campaign " + id + " any more, and it has the mail.");
        }
        return campaign;
    }

    /** The instance that has them; null if none has them at the moment, or if it has no address. */
    @Nullable
    HostInfo owner(String id) {
        return artifacts.owner(id);
    }
}
