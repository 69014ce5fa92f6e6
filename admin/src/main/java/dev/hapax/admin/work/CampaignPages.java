package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.campaign.Campaign;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.campaign.CampaignAudience;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.campaign.CampaignFigures;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One campaign as the API shows it, with what its deliveries say. */
final class CampaignPages {

    /** Counting the recipients of an approval looks at all of them. */
    private static final long COUNT_EVERY_NANOS = 2_000_000_000L;
    /** At most this part of the time is spent on counting, however many there are. */
    private static final int ONE_IN = 10;

    private static final int MOST_KEPT = 100;

    private final DeliveryLedger ledger;
    private final CampaignFields fields;
    private final Clock clock;

    /** By campaign; the least recently used is forgotten. */
    private final Map<String, Counted> kept = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * What an approval would cover.
     *
     * @param changes of its deliveries that were counted
     * @param until when it is not counted again
     */
    private record Counted(long changes, int revision, long until, int recipients, int duplicates) {

        static final Counted NONE = new Counted(0, 0, 0, 0, 0);

        boolean isOf(Campaign campaign, CampaignFigures figures) {
            boolean sameRevision = revision == campaign.revision();
            return sameRevision && (changes == figures.changes() || System.nanoTime() - until < 0);
        }
    }

    CampaignPages(AdminContext context, DeliveryLedger ledger, CampaignFields fields) {
        this.ledger = ledger;
        this.fields = fields;
        this.clock = context.clock();
    }

    /**
     * As it was when the view caught up last.
     *
     * @throws UnknownException when there is none of that id
     */
    Campaign known(String id) {
        Campaign campaign = ledger.campaigns().known(id);
        if (campaign == null) {
            throw new UnknownException("There is no campaign " + id + ". GET /api/campaigns lists all of them.");
        }
        return campaign;
    }

    /** With everything that is known of it. */
    Map<String, @Nullable Object> all(Campaign campaign) {
        CampaignFigures figures = ledger.tallies().of(campaign.id());
        Map<String, @Nullable Object> all = fields.all(campaign, figures, clock.millis());
        Counted counted = counted(campaign, figures);
        all.put("unapproved", counted.recipients());
        all.put("duplicates", counted.duplicates());
        all.put("approversNeeded", approvers(campaign, counted));
        return all;
    }

    private int approvers(Campaign campaign, Counted counted) {
        int recipients = counted.recipients() > 0
                ? counted.recipients()
                : campaign.approvals().stream()
                        .mapToInt(approval -> approval.count())
                        .max()
                        .orElse(0);
        return recipients > ledger.clients().settings().campaign().twoApproversAbove() ? 2 : 1;
    }

    private Counted counted(Campaign campaign, CampaignFigures figures) {
        if (campaign.status().isEnd() || figures.unapproved(campaign.approvedUpTo()) == 0) {
            return Counted.NONE;
        }
        synchronized (kept) {
            Counted known = kept.get(campaign.id());
            if (known == null || !known.isOf(campaign, figures)) {
                known = count(campaign, figures);
                kept.put(campaign.id(), known);
                if (kept.size() > MOST_KEPT) {
                    kept.remove(kept.keySet().iterator().next());
                }
            }
            return known;
        }
    }

    private Counted count(Campaign campaign, CampaignFigures figures) {
        long begun = System.nanoTime();
        // Whoever approves second has to approve the same.
        int upTo = campaign.pending().isEmpty() ? campaign.audience() : campaign.audience() - 1;
        CampaignAudience audience = CampaignAudience.of(campaign, ledger.view().ofCampaign(campaign.id()), upTo);
        long ended = System.nanoTime();
        return new Counted(
                figures.changes(),
                campaign.revision(),
                ended + Math.max(COUNT_EVERY_NANOS, ONE_IN * (ended - begun)),
                audience.recipients().size(),
                audience.duplicates().size());
    }
}
