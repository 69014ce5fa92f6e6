package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.operations.OperationException;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import dev.hapax.wire.CampaignFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The mails of campaigns, as the ledger renders them. Any thread may use it. */
public final class CampaignMails {

    /** A list shows deliveries of few campaigns. */
    private static final int MOST_KEPT = 20;

    private final Settings settings;

    /** By SHA-256 of the definition and id of the campaign; the least recently used is forgotten. */
    private final Map<String, CampaignMail> kept = new LinkedHashMap<>(16, 0.75f, true);

    public CampaignMails(Settings settings) {
        this.settings = settings;
    }

    /**
     * The exact bytes that a recipient gets.
     *
     * @param recipient as the ledger keeps it: the artifact of the delivery
     * @throws OperationException when this configuration can't write it, saying why
     */
    public byte[] render(Campaign campaign, String deliveryId, byte[] recipient) {
        try {
            if (!deliveryId.startsWith(Recipient.deliveryIds(campaign.id()))) {
                throw new IllegalArgumentException("it is no delivery of campaign " + campaign.id());
            }
            Recipient read = CampaignFormat.readRecipient(Recipient.subscriber(campaign.id(), deliveryId), recipient);
            return of(campaign).render(read, settings.delivery().maxArtifactBytes());
        } catch (RenderException | IllegalArgumentException e) {
            throw new OperationException(
                    "the mail of " + deliveryId + " can't be written with this configuration: " + e.getMessage(), e);
        }
    }

    private CampaignMail of(Campaign campaign) {
        String key = campaign.sha256() + campaign.id();
        synchronized (kept) {
            CampaignMail known = kept.get(key);
            if (known == null) {
                known = CampaignMail.of(campaign.id(), campaign.definition(), settings);
                kept.put(key, known);
                if (kept.size() > MOST_KEPT) {
                    kept.remove(kept.keySet().iterator().next());
                }
            }
            return known;
        }
    }
}
