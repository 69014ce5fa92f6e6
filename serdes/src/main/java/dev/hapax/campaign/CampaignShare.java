package dev.hapax.campaign;

import dev.hapax.delivery.DeliveryState;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What one partition of the ledger keeps of a campaign, besides its deliveries.
 *
 * @param campaign as its owner announced it last
 * @param approvedUpTo the audience version up to which the partition has found the approved deliveries
 * @param counts how many deliveries are in each state. Kept once the campaign has ended, since the deliveries themselves are
 *     forgotten then
 * @param firstReceipt the sequence number of its first receipt in the partition; -1 before
 */
public record CampaignShare(
        Campaign campaign, int approvedUpTo, Map<DeliveryState, Integer> counts, long firstReceipt) {

    public CampaignShare {
        Objects.requireNonNull(campaign, "campaign");
        Map<DeliveryState, Integer> ordered = new EnumMap<>(DeliveryState.class);
        ordered.putAll(counts);
        counts = Collections.unmodifiableMap(ordered);
    }
}
