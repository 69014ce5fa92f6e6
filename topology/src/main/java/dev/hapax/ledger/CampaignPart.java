package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignEvent.Receipts;
import dev.hapax.campaign.CampaignShare;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Rate;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one partition of the ledger knows of a campaign. The store has it too, but for what a restart may forget. */
final class CampaignPart {

    /** Failures in a row that say more than that one recipient is unlucky. */
    private static final int FAILING = 10;
    /** What workers hold back would otherwise become due again at once. */
    private static final Duration PAUSE_AFTER_HOLD = Duration.ofSeconds(5);

    private static final long DAY = Duration.ofDays(1).toMillis();

    /** Null if this configuration can't send it. */
    private final @Nullable CampaignMail mail;

    private Campaign campaign;
    private int approvedUpTo;
    private long firstReceipt;
    private ChannelSettings.Limits limits = ChannelSettings.Limits.NONE;

    private @Nullable String trouble;
    private int failuresInARow;
    private long heldUntil;
    /** Whether nothing waits any more in a campaign that was cancelled. */
    private boolean cancelled;
    /** Whether the owner has to hear of it. */
    private boolean changed = true;
    /** Whether somebody waits for what the owner makes of it. */
    private boolean urgent = true;

    /** @param mail null if this configuration can't send it */
    CampaignPart(CampaignShare share, @Nullable CampaignMail mail) {
        this.campaign = share.campaign();
        this.mail = mail;
        this.approvedUpTo = share.approvedUpTo();
        this.firstReceipt = share.firstReceipt();
    }

    String id() {
        return campaign.id();
    }

    Campaign campaign() {
        return campaign;
    }

    CampaignDefinition definition() {
        return campaign.definition();
    }

    /** @throws IllegalArgumentException if it can't be rendered, saying why */
    byte[] render(Recipient recipient, int largest) {
        if (mail == null) {
            throw new IllegalArgumentException("campaign " + id() + " does not fit the configuration of this instance");
        }
        try {
            return mail.render(recipient, largest);
        } catch (RenderException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    int approvedUpTo() {
        return approvedUpTo;
    }

    void approvedUpTo(int audience) {
        approvedUpTo = audience;
        changed = true;
    }

    /** Whatever troubled the campaign before, a person has looked at it when it runs again. */
    void announced(Campaign next) {
        if (next.status() != campaign.status()) {
            trouble = null;
            failuresInARow = 0;
            heldUntil = 0;
        }
        campaign = next;
        changed = true;
        urgent = true;
    }

    /** Whether its deliveries may become due now. */
    boolean sends(long now) {
        CampaignDefinition.QuietHours quiet = definition().pacing().quietHours();
        return mail != null
                && campaign.status().sends()
                && trouble == null
                && now >= heldUntil
                && now >= definition().notBefore()
                && (quiet == null || !quiet.include(now));
    }

    boolean hasEnded() {
        return campaign.status().isEnd();
    }

    /** The limits of today. */
    ChannelSettings.Limits limits(long now) {
        CampaignPacing pacing = definition().pacing();
        int cap = pacing.capOfDay(Math.floorDiv(now, DAY) - Math.floorDiv(campaign.startedAt(), DAY));
        if (limits.dailyCap() != cap || limits.areNone()) {
            limits = new ChannelSettings.Limits(rate(pacing.rate()), rate(pacing.domainRate()), cap);
        }
        return limits;
    }

    private static @Nullable Rate rate(@Nullable String text) {
        return text == null ? null : Rate.parse(text);
    }

    /** The channel is down: the campaign should not go on without a person. */
    void troubled(String why) {
        if (trouble == null && campaign.status() == CampaignStatus.RUNNING) {
            trouble = why;
            changed = true;
            urgent = true;
        }
    }

    void failed(String evidence) {
        failuresInARow++;
        if (failuresInARow >= FAILING) {
            troubled(failuresInARow + " attempts in a row failed, the last one with: " + evidence);
        }
    }

    void succeeded() {
        failuresInARow = 0;
    }

    void held(long now) {
        heldUntil = now + PAUSE_AFTER_HOLD.toMillis();
    }

    /** Notes the first receipt of its deliveries. */
    void receipt(long sequence) {
        firstReceipt = sequence;
    }

    boolean hasReceipts() {
        return firstReceipt >= 0;
    }

    void changed(CampaignStore.Counts counts) {
        changed = true;
        // It may be the last one that the campaign waits for.
        urgent |= waiting(counts) == 0;
    }

    boolean isUrgent() {
        return urgent;
    }

    boolean isCancelled() {
        return cancelled;
    }

    void cancelled() {
        cancelled = true;
    }

    /** What the owner has to hear; null if nothing has changed since the last time. */
    @Nullable
    Counted report(int partition, CampaignStore.Counts counts, long lastReceipt) {
        if (!changed) {
            return null;
        }
        changed = false;
        urgent = false;
        return new Counted(
                partition,
                campaign.revision(),
                approvedUpTo,
                counts.states(),
                waiting(counts),
                trouble,
                hasReceipts() ? new Receipts(firstReceipt, lastReceipt) : null);
    }

    private int waiting(CampaignStore.Counts counts) {
        return counts.inAnyOf(
                DeliveryState.AWAITING_APPROVAL, DeliveryState.APPROVED, DeliveryState.DUE, DeliveryState.CLAIMED);
    }

    CampaignShare share(CampaignStore.Counts counts) {
        return new CampaignShare(campaign, approvedUpTo, counts.states(), firstReceipt);
    }
}
