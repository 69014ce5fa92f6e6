package dev.hapax.campaign;

import dev.hapax.delivery.DeliveryState;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that happened to a campaign, or that someone wants to happen. The ledger decides whether it fits. */
public sealed interface CampaignEvent {

    /** Someone defined a campaign. */
    record Created(CampaignDefinition definition, String by) implements CampaignEvent {
        public Created {
            Objects.requireNonNull(definition, "definition");
            Objects.requireNonNull(by, "by");
        }
    }

    /** Recipients that are loaded from now on belong to the next audience version, so that the present one can be approved. */
    record Frozen(String by) implements CampaignEvent {
        public Frozen {
            Objects.requireNonNull(by, "by");
        }
    }

    /** A person has decided. */
    record Reviewed(CampaignApproval approval) implements CampaignEvent {
        public Reviewed {
            Objects.requireNonNull(approval, "approval");
        }
    }

    /** A person wants another status. */
    record Requested(Action action, String by, String reason) implements CampaignEvent {
        public Requested {
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * What one partition of the ledger knows of its deliveries.
     *
     * @param revision of the campaign that the partition knows
     * @param approvedUpTo the audience version up to which it has found the approved deliveries
     * @param states how many deliveries are in each state
     * @param waiting how many of them may still be sent without a person
     * @param trouble why the campaign should pause; null if nothing is wrong
     * @param receipts where the receipts of its deliveries stand in the partition's chain; null if there is none yet
     */
    record Counted(
            int partition,
            int revision,
            int approvedUpTo,
            Map<DeliveryState, Integer> states,
            int waiting,
            @Nullable String trouble,
            @Nullable Receipts receipts)
            implements CampaignEvent {
        public Counted {
            Map<DeliveryState, Integer> ordered = new EnumMap<>(DeliveryState.class);
            ordered.putAll(states);
            states = ordered;
        }
    }

    /** Receipts with a sequence number from {@code first} to {@code last}. */
    record Receipts(long first, long last) {}

    /** What a person can want of a campaign. */
    enum Action {
        START,
        PAUSE,
        RESUME,
        CANCEL
    }
}
