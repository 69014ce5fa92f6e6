package dev.hapax.operations.campaign;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.operations.delivery.LedgerView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the deliveries of each campaign say about its progress, kept up to date by a view of the ledger. Any thread may ask. */
public final class CampaignTallies implements LedgerView.Listener {

    private static final CampaignFigures NOTHING = new CampaignTally().figures();

    private final Map<String, CampaignTally> tallies = new HashMap<>();

    @Override
    public synchronized void changed(@Nullable Delivery before, @Nullable Delivery now) {
        // In this order, so that what the last delivery of a campaign leaves behind is not lost on the way.
        count(now, 1);
        count(before, -1);
    }

    private void count(@Nullable Delivery delivery, int by) {
        InCampaign campaign = delivery == null ? null : delivery.draft().campaign();
        if (delivery != null && campaign != null) {
            CampaignTally tally = tallies.computeIfAbsent(campaign.id(), id -> new CampaignTally());
            tally.count(delivery, by);
            if (tally.isEmpty() && by < 0) {
                tallies.remove(campaign.id());
            }
        }
    }

    @Override
    public synchronized void cleared() {
        tallies.clear();
    }

    /** Of one campaign, as far as the view has read. */
    public synchronized CampaignFigures of(String campaign) {
        CampaignTally tally = tallies.get(campaign);
        return tally == null ? NOTHING : tally.figures();
    }
}
