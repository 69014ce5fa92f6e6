package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param campaign as it is after the decision; as it was before if there is none yet. Null only for one that was to be created
 * @param entry of the history; null if no instance has read the request in time. It is read as soon as one does.
 */
public record CampaignAnswer(@Nullable Campaign campaign, Campaign.@Nullable Entry entry) {

    private static final String REFUSED = " refused";

    public boolean decided() {
        return entry != null;
    }

    /** Why the ledger refused it; null if it did not. */
    public @Nullable String refused() {
        return entry != null && entry.what().endsWith(REFUSED) ? entry.detail() : null;
    }
}
