package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignLedger;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.SigningKey;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.UnsubscribeLinks;
import dev.hapax.wire.CampaignFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the ledger needs to know for campaigns: who may approve them, and how their mails are written. */
record CampaignOptions(Settings settings, LedgerOptions ledger) {

    private int twoApproversAbove() {
        return settings.campaign().twoApproversAbove();
    }

    int partitions() {
        return settings.topics().partitions();
    }

    CampaignLedger rules() {
        return new CampaignLedger(partitions(), twoApproversAbove(), CampaignFormat::sha256, this::refusal);
    }

    /** @throws IllegalArgumentException when this configuration can't send it, saying why */
    CampaignMail mail(String campaign, CampaignDefinition definition) {
        ChannelSettings channel = settings.delivery().channels().get(definition.channel());
        ChannelSettings.Smtp smtp = channel == null ? null : channel.smtp();
        if (smtp == null) {
            throw new IllegalArgumentException("channel: '" + definition.channel()
                    + "' must be a mail channel of delivery.channels, which has "
                    + settings.delivery().channels().keySet());
        }
        return CampaignMail.of(
                campaign,
                definition,
                smtp.from(),
                UnsubscribeLinks.of(settings.campaign().unsubscribe()));
    }

    /** Why an approval does not count; null if it does. */
    @Nullable
    String refusal(Campaign campaign, CampaignApproval approval) {
        String keyId = approval.keyId();
        SigningKey.TrustedKey key = keyId == null ? null : ledger.trusted().get(keyId);
        if (key == null) {
            return keyId == null ? "it is not signed" : "its key " + keyId + " is unknown";
        }
        if (!approval.isSignedFor(campaign.id(), key)) {
            return "its signature is wrong";
        }
        List<Campaign.Entry> history = campaign.history();
        boolean own = !history.isEmpty() && history.get(0).by().equals(approval.by());
        return settings.delivery().fourEyes() && approval.approved() && own
                ? approval.by() + " created it, and somebody else must approve it"
                : null;
    }
}
