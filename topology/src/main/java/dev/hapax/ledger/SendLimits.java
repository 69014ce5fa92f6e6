package dev.hapax.ledger;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Rate;
import dev.hapax.delivery.Delivery;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the limits of the channels allow one partition to make due. Each partition has its share, so that all together never exceed
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

    private final Map<String, ChannelSettings> channels;
    private final int partition;
    private final int partitions;
    private final LedgerStore store;

    /** Up to when the places of a rate are promised. Not saved: a promise only spreads what waits. */
    private final Map<String, Long> promised = new HashMap<>();
    /** Of a cap: the day up to which places are promised, and how many of them. */
    private final Map<String, long[]> promisedDays = new HashMap<>();

    SendLimits(Map<String, ChannelSettings> channels, int partition, int partitions, LedgerStore store) {
        this.channels = channels;
        this.partition = partition;
        this.partitions = partitions;
        this.store = store;
    }

    boolean areNone() {
        return channels.values().stream().allMatch(channel -> channel.limits().areNone());
    }

    /**
     * When a delivery may be made due.
     *
     * @param delayed whether it has waited for a place already; others wait behind those
     * @return not later than now if it may be made due at once
     */
    long next(Delivery delivery, boolean delayed, long now) {
        ChannelSettings.Limits limits = limits(delivery);
        if (limits.areNone()) {
            return now;
        }
        String channel = delivery.draft().channel();
        long at = cap(limits, channel, now);
        Rate domainRate = limits.domainRate();
        if (at <= now && domainRate != null) {
            at = next(throughDomain(channel, delivery.draft().target()), domainRate, delayed, now);
        }
        Rate rate = limits.rate();
        return at <= now && rate != null ? next(channel, rate, delayed, now) : at;
    }

    /** Counts a delivery that is about to be made due. */
    void take(Delivery delivery, long now) {
        ChannelSettings.Limits limits = limits(delivery);
        String channel = delivery.draft().channel();
        if (limits.dailyCap() > 0) {
            long[] used = used(channel, now);
            store.putLimit(capName(channel), used[0], used[1] + 1);
        }
        take(channel, limits.rate(), now);
        take(throughDomain(channel, delivery.draft().target()), limits.domainRate(), now);
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

    private ChannelSettings.Limits limits(Delivery delivery) {
        ChannelSettings channel = channels.get(delivery.draft().channel());
        return channel == null ? ChannelSettings.Limits.NONE : channel.limits();
    }

    private long next(String through, Rate rate, boolean delayed, long now) {
        long micros = now * MICROS;
        long interval = interval(rate);
        long schedule = schedule(through, rate, now);
        long mostInFlight = Math.max(1, PIPELINE / interval);
        long taken = promised.getOrDefault(through, 0L);
        if (schedule <= micros + BURST
                && store.inFlightThrough(through) < mostInFlight
                && (delayed || taken <= micros)) {
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

    private long cap(ChannelSettings.Limits limits, String channel, long now) {
        if (limits.dailyCap() == 0) {
            return now;
        }
        long share = share(limits.dailyCap(), partition, partitions);
        long[] used = used(channel, now);
        if (used[1] < share) {
            return now;
        }
        long[] days = promisedDays.computeIfAbsent(channel, unused -> new long[2]);
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
    private long[] used(String channel, long now) {
        long today = Math.floorDiv(now, DAY);
        long[] saved = store.limit(capName(channel));
        return saved == null || saved[0] < today ? new long[] {today, store.inFlightThrough(channel)} : saved;
    }

    /** The shares of all partitions are the whole. */
    static long share(int whole, int partition, int partitions) {
        return (long) whole / partitions + (partition < whole % partitions ? 1 : 0);
    }

    private static String rateName(String through) {
        return "rate " + through;
    }

    private static String capName(String channel) {
        return "cap " + channel;
    }

    /** A name for a channel together with the domain of an address or the host of a URL. */
    static String throughDomain(String channel, String target) {
        return channel + " " + domain(target);
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
