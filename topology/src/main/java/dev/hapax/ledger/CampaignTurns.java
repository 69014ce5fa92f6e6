package dev.hapax.ledger;

import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Ledger;
import dev.hapax.delivery.Transition;
import dev.hapax.wire.DeliveryHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes deliveries out of the queues of their campaigns when it is their turn, and puts them back when it is not. */
final class CampaignTurns {

    /** Writes what becomes of a delivery. */
    @FunctionalInterface
    interface Write {

        /** @param mail what is sent if it becomes due; null if it does not */
        void write(Delivery before, List<Transition> steps, byte @Nullable [] mail);
    }

    private static final String LEDGER = "ledger";
    /** More would hold up the records of the task. */
    private static final int AT_ONCE = 500;

    private final PartitionCampaigns campaigns;
    private final LedgerStore store;
    private final SendLimits limits;
    private final Ledger ledger;
    private final Write write;

    CampaignTurns(PartitionCampaigns campaigns, LedgerStore store, SendLimits limits, Ledger ledger, Write write) {
        this.campaigns = campaigns;
        this.store = store;
        this.limits = limits;
        this.ledger = ledger;
        this.write = write;
    }

    /**
     * Makes deliveries of running campaigns due, of each campaign as many as of the others.
     *
     * @param places how many more may be in flight
     */
    void makeDue(int places, long now) {
        List<CampaignPart> sending =
                campaigns.all().stream().filter(part -> part.sends(now)).toList();
        int left = places;
        for (int i = 0; i < sending.size() && left > 0; i++) {
            // Rounded up: a single place goes to the first one that can use it.
            int others = sending.size() - i;
            int share = (left + others - 1) / others;
            left -= makeDue(sending.get(i), share, now);
        }
    }

    private int makeDue(CampaignPart part, int places, long now) {
        String channel = part.definition().channel();
        List<String> next = new ArrayList<>();
        if (limits.isOpen(channel, part.id(), now)) {
            store.campaigns().queued(part.id(), queued -> {
                boolean approved = queued.audience() <= part.approvedUpTo();
                if (approved) {
                    next.add(queued.id());
                }
                return approved && next.size() < Math.min(places, AT_ONCE);
            });
        }
        int made = 0;
        for (String id : next) {
            Delivery delivery = store.get(id);
            if (delivery == null || !part.sends(now) || !limits.isOpen(channel, part.id(), now)) {
                break;
            }
            made += approve(part, delivery, now) ? 1 : 0;
        }
        return made;
    }

    /** Whether it is due now; if not, the limit of its domain makes it wait. */
    private boolean approve(CampaignPart part, Delivery delivery, long now) {
        Transition approved = ledger.onCampaign(delivery, campaigns.approval(part, delivery, now), now);
        Delivery ready = approved.delivery();
        if (ready == null || approved.refused() != null) {
            throw new IllegalStateException("the queue of campaign " + part.id() + " has " + delivery);
        }
        long at = limits.next(ready, false, now);
        if (at > now) {
            write.write(delivery, List.of(approved), null);
            store.delay(ready, ledger.delayed(ready, at));
            return false;
        }
        byte[] mail = mail(delivery);
        if (mail == null) {
            return false;
        }
        limits.take(ready, now);
        write.write(delivery, List.of(approved, ledger.onTimer(ready, true, now)), mail);
        return true;
    }

    /** What is sent; null if it is not what was approved any more. Then the campaign pauses. */
    byte @Nullable [] mail(Delivery delivery) {
        byte[] recipient = store.artifact(delivery.id());
        CampaignPart part = campaigns.of(delivery);
        if (recipient == null || part == null) {
            throw new IllegalStateException("the ledger has no recipient or no campaign of delivery " + delivery.id());
        }
        try {
            byte[] mail = campaigns.mail(delivery, recipient);
            if (DeliveryHeaders.sha256(mail).equals(delivery.draft().sha256())) {
                return mail;
            }
            part.troubled("the mail of " + delivery.id() + " is not the approved one any more: its sender or"
                    + " campaign.unsubscribe was changed, or another version of Hapax renders it");
        } catch (IllegalArgumentException e) {
            part.troubled("the mail of " + delivery.id() + " can't be rendered any more: " + e.getMessage());
        }
        return null;
    }

    /** Whether an approved delivery whose time has come may be due. If its campaign does not send now, it leaves its place. */
    boolean isTurn(Delivery delivery, long now) {
        CampaignPart part = campaigns.of(delivery);
        if (part != null && part.sends(now)) {
            return true;
        }
        if (part != null && part.campaign().status() == CampaignStatus.CANCELLED) {
            cancel(delivery, now);
        } else {
            String why = part == null ? "its campaign can't be sent" : "its campaign does not send now";
            write.write(delivery, List.of(ledger.requeued(delivery, why, now)), null);
        }
        return false;
    }

    /** Ends what waits in campaigns that were cancelled. */
    void cancelRest(long now) {
        for (CampaignPart part : campaigns.all()) {
            if (part.campaign().status() == CampaignStatus.CANCELLED && !part.isCancelled()) {
                List<String> queued = new ArrayList<>();
                store.campaigns().queued(part.id(), next -> {
                    queued.add(next.id());
                    return queued.size() < AT_ONCE;
                });
                queued.stream().map(store::get).filter(Objects::nonNull).forEach(delivery -> cancel(delivery, now));
                if (queued.isEmpty()) {
                    store.campaigns().approved(part.id()).forEach(delivery -> cancel(delivery, now));
                    part.cancelled();
                }
            }
        }
    }

    private void cancel(Delivery delivery, long now) {
        write.write(
                delivery,
                List.of(ledger.onCampaignCancelled(delivery, LEDGER, "its campaign was cancelled", now)),
                null);
    }
}
