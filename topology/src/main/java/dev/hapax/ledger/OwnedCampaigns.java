package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignLedger;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Rate;
import dev.hapax.meters.Meters;
import dev.hapax.wire.CampaignFormat;
import java.util.regex.Pattern;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The campaigns whose id belongs to this partition. It decides what becomes of them, and announces it to all partitions in the
 * transaction of the decision.
 */
final class OwnedCampaigns {

    private static final Logger LOG = LoggerFactory.getLogger(OwnedCampaigns.class);
    /** Part of delivery ids, of names of limits and of Message-IDs. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    private final CampaignOptions options;
    private final LedgerSinks sinks;
    private final CampaignStore store;
    private final CampaignLedger ledger;
    private final ProcessorContext<byte[], byte[]> context;
    private final Meters meters;

    OwnedCampaigns(
            CampaignOptions options,
            LedgerSinks sinks,
            CampaignStore store,
            ProcessorContext<byte[], byte[]> context,
            Meters meters) {
        this.options = options;
        this.sinks = sinks;
        this.store = store;
        this.ledger = options.rules();
        this.context = context;
        this.meters = meters;
    }

    /**
     * @param request names the event for whoever waits for its outcome
     * @throws IllegalArgumentException when there is no campaign to note it on
     */
    void on(String id, CampaignEvent event, @Nullable String request, long now) {
        if (event instanceof CampaignEvent.Counted counted
                && (counted.partition() < 0 || counted.partition() >= options.partitions())) {
            throw new IllegalArgumentException("the ledger has no partition " + counted.partition());
        }
        Campaign before = store.owned(id);
        if (event instanceof CampaignEvent.Created created && before == null) {
            require(id, created.definition());
        }
        CampaignLedger.Change change = ledger.on(id, before, event, request, now);
        if (change.refused() != null) {
            LOG.atInfo().addKeyValue("campaign", id).log("An event does not fit: {}", change.refused());
        }
        Campaign after = change.campaign();
        if (after == null) {
            throw new IllegalArgumentException(String.valueOf(change.refused()));
        }
        if (!after.equals(before)) {
            sinks.campaign(context, id, store.putOwned(after), now);
        }
        boolean hasPausedItself = event instanceof CampaignEvent.Counted
                && before != null
                && before.status() != after.status()
                && after.status() == CampaignStatus.PAUSED;
        if (hasPausedItself) {
            meters.campaignPaused();
        }
        if (change.announced()) {
            announce(after, now);
        }
    }

    /** Workers look at the status before each claim: they know it not later than any partition acts on it. */
    private void announce(Campaign campaign, long now) {
        sinks.status(context, campaign, now);
        byte[] notice = CampaignFormat.write(campaign.notice());
        for (int partition = 0; partition < options.partitions(); partition++) {
            sinks.notice(context, new LedgerSinks.Notice(partition, campaign.id()), notice, now);
        }
    }

    private void require(String id, CampaignDefinition definition) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "the id of a campaign must have 1 to 64 letters, digits, '_', '.' and '-',"
                            + " and begin with a letter or a digit");
        }
        options.mail(id, definition);
        CampaignDefinition.CampaignPacing pacing = definition.pacing();
        requireRate("rate", pacing.rate());
        requireRate("domain-rate", pacing.domainRate());
        // What a partition has no share of would wait for ever.
        boolean caps = (pacing.dailyCap() == 0 || pacing.dailyCap() >= options.partitions())
                && pacing.warmUp().stream().allMatch(cap -> cap >= options.partitions());
        if (!caps || !(pacing.pauseAbove() >= 0 && pacing.pauseAbove() <= 1)) {
            throw new IllegalArgumentException("daily-cap and each day of warm-up must be at least topics.partitions ("
                    + options.partitions() + "), and pause-above from 0 to 1");
        }
    }

    private static void requireRate(String name, @Nullable String rate) {
        if (rate != null) {
            try {
                Rate.parse(rate);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ": '" + rate + "' " + e.getMessage(), e);
            }
        }
    }
}
