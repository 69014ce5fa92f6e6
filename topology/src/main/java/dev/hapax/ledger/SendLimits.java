package dev.hapax.ledger;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Rate;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the limits of the channels and of the campaigns allow one partition to make due. Each partition has its share, so that all together never exceed
 * a limit; the share of a partition with little to send stays unused. The counts are in the ledger's store, so they are right after
 * a crash and after a move.
 *
 * <p>A rate is kept as the time at which the next attempt is on schedule. What is due or claimed is bounded too: otherwise what
 * gathers while no worker runs would leave all at once.
 */
final class SendLimits {

    private static final long MICROS = 1_000;
    private static final long DAY = Duration.ofDays(1).toMillis();
    /** The ledger looks ten times a second, so a rate must allow for what came together between two looks. */
    private static final long BURST = Duration.ofMillis(200).toMillis() * MICROS;
    /** How long what is due or claimed may take to leave. */
    private static final long PIPELINE = Duration.ofSeconds(2).toMillis() * MICROS;

    /** The names of limits and the counts behind them are saved: a colon stands in no name of a channel. */
    private static final String CAMPAIGN = "campaign:";

    private final Map<String, ChannelSettings> channels;
    private final Function<String, ChannelSettings.Limits> campaigns;
    private final int partition;
    private final int partitions;
    private final LedgerStore store;

    /** Up to when the places of a rate are promised. Not saved: a promise only spreads what waits. */
    private final Map<String, Long> promised = new HashMap<>();
    /** Of a cap: the day up to which places are promised, and how many of them. */
    private final Map<String, long[]> promisedDays = new HashMap<>();

    /** @param campaigns the limits of a campaign on this day, by its id */
    SendLimits(
            Map<String, ChannelSettings> channels,
            Function<String, ChannelSettings.Limits> campaigns,
            int partition,
            int partitions,
            LedgerStore store) {
        this.channels = channels;
        this.campaigns = campaigns;
        this.partition = partition;
        this.partitions = partitions;
        this.store = store;
    }

    /** What a delivery counts for. */
    static List<String> through(Delivery delivery) {
        String channel = delivery.draft().channel();
        String target = delivery.draft().target();
        InCampaign campaign = delivery.draft().campaign();
        if (campaign == null) {
            return List.of(channel, throughDomain(channel, target));
        }
        String ofCampaign = CAMPAIGN + campaign.id();
        return List.of(channel, throughDomain(channel, target), ofCampaign, throughDomain(ofCampaign, target));
    }

    /**
     * When a delivery may be made due.
     *
     * @param delayed whether it has waited for a place already; others wait behind those
     * @return not later than now if it may be made due at once
     */
    long next(Delivery delivery, boolean delayed, long now) {
        long at = now;
        for (Limited limited : limited(delivery)) {
            if (at <= now) {
                at = next(limited, delivery.draft().target(), delayed, now);
            }
        }
        return at;
    }

    private long next(Limited limited, String target, boolean delayed, long now) {
        ChannelSettings.Limits limits = limited.limits();
        if (limits.areNone()) {
            return now;
        }
        long at = cap(limits, limited.name(), now);
        Rate domainRate = limits.domainRate();
        if (at <= now && domainRate != null) {
            at = next(throughDomain(limited.name(), target), domainRate, delayed, now);
        }
        Rate rate = limits.rate();
        return at <= now && rate != null ? next(limited.name(), rate, delayed, now) : at;
    }

    /**
     * Whether any delivery of a campaign may be made due now, whatever its domain. Promises nothing: what has to wait stays in the
     * queue of the campaign.
     */
    boolean isOpen(String channel, String campaign, long now) {
        return isOpen(ofChannel(channel), now) && isOpen(ofCampaign(campaign), now);
    }

    private boolean isOpen(Limited limited, long now) {
        ChannelSettings.Limits limits = limited.limits();
        if (limits.dailyCap() > 0 && used(limited.name(), now)[1] >= share(limits.dailyCap(), partition, partitions)) {
            return false;
        }
        Rate rate = limits.rate();
        return rate == null || hasPlace(limited.name(), rate, now);
    }

    private boolean hasPlace(String through, Rate rate, long now) {
        return schedule(through, rate, now) <= now * MICROS + BURST
                && store.inFlightThrough(through) < Math.max(1, PIPELINE / interval(rate));
    }

    /** Counts a delivery that is about to be made due. */
    void take(Delivery delivery, long now) {
        for (Limited limited : limited(delivery)) {
            ChannelSettings.Limits limits = limited.limits();
            if (limits.dailyCap() > 0) {
                long[] used = used(limited.name(), now);
                store.putLimit(capName(limited.name()), used[0], used[1] + 1);
            }
            take(limited.name(), limits.rate(), now);
            take(throughDomain(limited.name(), delivery.draft().target()), limits.domainRate(), now);
        }
    }

    private void take(String through, @Nullable Rate rate, long now) {
        if (rate != null) {
            long schedule = Math.max(schedule(through, rate, now), now * MICROS);
            store.putLimit(rateName(through), schedule + interval(rate), 0);
        }
    }

    /** Drops what no longer limits anything. */
    void tidy(long now) {
        promised.values().removeIf(until -> until <= now * MICROS);
        long yesterday = Math.floorDiv(now, DAY) - 1;
        // The numbers of days are far below those of microseconds.
        store.forgetLimits(
                numbers -> numbers[0] < DAY ? numbers[0] < yesterday : numbers[0] < now * MICROS - BURST, 1_000);
    }

    /** Something that has limits of its own. */
    private record Limited(String name, ChannelSettings.Limits limits) {}

    private List<Limited> limited(Delivery delivery) {
        InCampaign campaign = delivery.draft().campaign();
        Limited channel = ofChannel(delivery.draft().channel());
        return campaign == null ? List.of(channel) : List.of(channel, ofCampaign(campaign.id()));
    }

    private Limited ofChannel(String name) {
        ChannelSettings channel = channels.get(name);
        return new Limited(name, channel == null ? ChannelSettings.Limits.NONE : channel.limits());
    }

    private Limited ofCampaign(String id) {
        return new Limited(CAMPAIGN + id, campaigns.apply(id));
    }

    private long next(String through, Rate rate, boolean delayed, long now) {
        long micros = now * MICROS;
        long interval = interval(rate);
        long schedule = schedule(through, rate, now);
        long taken = promised.getOrDefault(through, 0L);
        if (hasPlace(through, rate, now) && (delayed || taken <= micros)) {
            return now;
        }
        long place = Math.max(Math.max(schedule, micros), taken) + interval;
        promised.put(through, place);
        return Math.floorDiv(place, MICROS) + 1;
    }

    /** When the next one is on schedule, in microseconds. A clock that was set back does not stop everything. */
    private long schedule(String through, Rate rate, long now) {
        long[] saved = store.limit(rateName(through));
        return saved == null ? 0 : Math.min(saved[0], now * MICROS + BURST + interval(rate));
    }

    private long interval(Rate rate) {
        return Math.max(1, rate.interval(partitions).toNanos() / 1_000);
    }

    private long cap(ChannelSettings.Limits limits, String name, long now) {
        if (limits.dailyCap() == 0) {
            return now;
        }
        long share = share(limits.dailyCap(), partition, partitions);
        long[] used = used(name, now);
        if (used[1] < share) {
            return now;
        }
        long[] days = promisedDays.computeIfAbsent(name, unused -> new long[2]);
        if (days[0] <= used[0]) {
            days[0] = used[0] + 1;
            days[1] = 0;
        } else if (days[1] >= share) {
            days[0]++;
            days[1] = 0;
        }
        days[1]++;
        return days[0] * DAY;
    }

    /** The day, and what it has used. What is due or claimed when a day begins may be sent on it, and counts. */
    private long[] used(String name, long now) {
        long today = Math.floorDiv(now, DAY);
        long[] saved = store.limit(capName(name));
        return saved == null || saved[0] < today ? new long[] {today, store.inFlightThrough(name)} : saved;
    }

    /** The shares of all partitions are the whole. */
    static long share(int whole, int partition, int partitions) {
        return (long) whole / partitions + (partition < whole % partitions ? 1 : 0);
    }

    private static String rateName(String through) {
        return "rate " + through;
    }

    private static String capName(String name) {
        return "cap " + name;
    }

    /** A name for a channel or a campaign together with the domain of an address or the host of a URL. */
    static String throughDomain(String name, String target) {
        return name + " " + domain(target);
    }

    private static String domain(String target) {
        try {
            boolean web = target.startsWith("https://") || target.startsWith("http://");
            String host = web ? new URI(target).getHost() : target.substring(target.lastIndexOf('@') + 1);
            return host == null ? "" : IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (URISyntaxException | IllegalArgumentException e) {
            // The channel refuses it. Until then all of them count as one.
            return "";
        }
    }
}
