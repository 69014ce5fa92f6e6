package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.LedgerView;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Approves and rejects campaigns. An approval covers the definition and the recipients that are loaded by then, one for each
 * address; those that are loaded later need another one.
 */
public final class CampaignReview {

    private final KafkaClients clients;
    private final Settings settings;
    private final CampaignView campaigns;
    private final LedgerView ledger;
    private final Clock clock;

    /**
     * @param campaigns closed by its owner
     * @param ledger closed by its owner; has the deliveries of the campaign at least
     */
    public CampaignReview(KafkaClients clients, CampaignView campaigns, LedgerView ledger, Clock clock) {
        this.clients = clients;
        this.settings = clients.settings();
        this.campaigns = campaigns;
        this.ledger = ledger;
        this.clock = clock;
    }

    /**
     * A person's decision.
     *
     * @param campaign its id
     * @param by the person
     * @param sha256 of the definition that the person has seen; null for the one that there is
     * @param recipients how many the person has seen; null for those that there are
     */
    public record Decision(
            String campaign,
            String by,
            @Nullable String reason,
            @Nullable String sha256,
            @Nullable Integer recipients) {

        /** About the campaign as it is. */
        public Decision(String campaign, String by, @Nullable String reason) {
            this(campaign, by, reason, null, null);
        }
    }

    /**
     * What an approval would cover now.
     *
     * @throws UnknownException when there is no campaign of that id
     */
    public CampaignAudience waiting(String campaign, Progress progress) {
        Campaign found = campaigns.get(campaign);
        ledger.catchUp(progress);
        int upTo = found.pending().isEmpty() ? found.audience() : found.audience() - 1;
        return CampaignAudience.of(found, ledger.ofCampaign(campaign), upTo);
    }

    /**
     * Approves the definition and the recipients that were loaded before.
     *
     * @param key signs the approval
     * @param wait at most, for each of the ledger's decisions that it needs
     * @throws OperationException when there is nothing to approve, or when it is not what the person has seen
     */
    public CampaignAnswer approve(Decision decision, SigningKey key, Duration wait, Progress progress) {
        String id = decision.campaign();
        CampaignAudience before = waiting(id, progress);
        Campaign campaign = campaigns.get(id);
        requireSeen(decision, campaign, before);
        CampaignActions actions = new CampaignActions(clients, campaigns);
        // Whoever approves second has to approve the same.
        if (campaign.pending().isEmpty()) {
            CampaignAnswer frozen = actions.send(id, new CampaignEvent.Frozen(decision.by()), wait);
            if (!frozen.decided() || frozen.refused() != null) {
                return frozen;
            }
        }
        Campaign known = new Polling(wait).until(() -> knownToAll(id));
        if (known == null) {
            throw new OperationException("some partitions of the ledger have not confirmed the recipients of campaign "
                    + id + " within " + wait.toSeconds() + " s. Check that instances run, and approve again.");
        }
        ledger.catchUp(progress);
        CampaignAudience audience = removeDuplicates(known, decision.by(), wait);
        requireSeen(decision, known, audience);
        return actions.send(
                id,
                new CampaignEvent.Reviewed(approval(decision, known, audience).signed(id, key)),
                wait);
    }

    private static void requireSeen(Decision decision, Campaign campaign, CampaignAudience audience) {
        String sha256 = decision.sha256();
        if (sha256 != null && !sha256.equals(campaign.sha256())) {
            throw new OperationException("the definition of campaign " + campaign.id() + " has the SHA-256 "
                    + campaign.sha256() + ", not " + sha256 + ". Look at it, and approve again.");
        }
        int count = audience.recipients().size();
        if (count == 0) {
            throw new OperationException("no recipient of campaign " + campaign.id()
                    + " waits for approval: load recipients with 'hapax campaign load " + campaign.id() + " FILE'");
        }
        Integer seen = decision.recipients();
        if (seen != null && seen != count) {
            throw new OperationException("campaign " + campaign.id() + " has " + count + " recipients to approve, not "
                    + seen + ". Look at them, and approve again.");
        }
    }

    private @Nullable Campaign knownToAll(String id) {
        Campaign campaign = campaigns.get(id);
        return campaign.isKnownTo(settings.topics().partitions()) ? campaign : null;
    }

    /** The ledger would send to one address twice. */
    private CampaignAudience removeDuplicates(Campaign campaign, String by, Duration wait) {
        CampaignAudience all = audience(campaign);
        Map<Delivery, String> duplicates = all.duplicates();
        if (duplicates.isEmpty()) {
            return all;
        }
        try (CampaignWriter writer = new CampaignWriter(clients)) {
            duplicates.forEach((delivery, keeper) ->
                    writer.delivery(delivery.id(), new DeliveryEvent.CancelRequested(by, "same address as " + keeper)));
            writer.flush();
        }
        List<String> ids = duplicates.keySet().stream().map(Delivery::id).toList();
        Boolean gone = new Polling(wait).until(() -> areGone(ids));
        if (gone == null) {
            throw new OperationException("the ledger has not removed all " + ids.size()
                    + " recipients with the address of another one within " + wait.toSeconds()
                    + " s. Check that instances run, and approve again.");
        }
        return audience(campaign);
    }

    private @Nullable Boolean areGone(List<String> ids) {
        ledger.catchUp(Progress.UNSEEN);
        return ledger.states(ids).stream().noneMatch(DeliveryState.AWAITING_APPROVAL::equals) ? true : null;
    }

    private CampaignAudience audience(Campaign campaign) {
        return CampaignAudience.of(campaign, ledger.ofCampaign(campaign.id()), campaign.audience() - 1);
    }

    private CampaignApproval approval(Decision decision, Campaign campaign, CampaignAudience audience) {
        long now = clock.millis();
        return new CampaignApproval(
                true,
                decision.by(),
                campaign.sha256(),
                campaign.approvedUpTo(),
                campaign.audience() - 1,
                audience.recipients().size(),
                audience.digests(settings.topics().partitions()),
                now,
                now + settings.delivery().approvalValid().toMillis(),
                CampaignActions.reason(decision.reason()),
                null,
                null);
    }

    /**
     * Ends a campaign that was not sent yet, or what of it was not.
     *
     * @param key signs the rejection
     * @throws OperationException when it is not what the person has seen
     */
    public CampaignAnswer reject(Decision decision, SigningKey key, Duration wait) {
        Campaign campaign = campaigns.get(decision.campaign());
        String sha256 = decision.sha256() == null ? campaign.sha256() : decision.sha256();
        long now = clock.millis();
        CampaignApproval rejection = new CampaignApproval(
                false,
                decision.by(),
                sha256,
                campaign.approvedUpTo(),
                campaign.audience(),
                0,
                List.of(),
                now,
                now + settings.delivery().approvalValid().toMillis(),
                CampaignActions.reason(decision.reason()),
                null,
                null);
        CampaignEvent event = new CampaignEvent.Reviewed(rejection.signed(campaign.id(), key));
        return new CampaignActions(clients, campaigns).send(campaign.id(), event, wait);
    }
}
