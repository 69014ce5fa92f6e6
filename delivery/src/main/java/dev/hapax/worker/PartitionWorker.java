package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Claimed;
import dev.hapax.delivery.DeliveryEvent.Held;
import dev.hapax.delivery.DeliveryEvent.Postponed;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.DeliveryEvent.Stopped;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through one partition of the {@code due} topic. A claim is recorded before anything is sent, and the claim log is the
 * only cursor: what was claimed is never sent by anybody who comes later, whatever happens to consumer offsets.
 */
public final class PartitionWorker {

    /**
     * @param name of the worker, for the history
     * @param batch how many deliveries are claimed at once, and so how many one crash can strand
     * @param socketMillis how long the target can take at most to accept what was written within the lease
     */
    public record Options(String name, int batch, long leaseMillis, long socketMillis) {}

    private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);
    private static final long UNKNOWN_CURSOR = Long.MIN_VALUE;

    private final Options options;
    private final DueLog log;
    private final StopCheck stops;
    private final Channel channel;
    private final Lease.Clocks clocks;
    private final BooleanSupplier stopping;
    private long cursor = UNKNOWN_CURSOR;
    /** What a claim covers of which it is unknown whether it was recorded. */
    private List<DueDelivery> unsure = List.of();
    /** Channels that are down. */
    private final Map<String, Channel.Down> down = new ConcurrentHashMap<>();
    /** The failure that each campaign was paused for last: once it is resumed, only another one pauses it again. */
    private final Map<String, Channel.Down> told = new HashMap<>();

    public PartitionWorker(
            Options options,
            DueLog log,
            StopCheck stops,
            Channel channel,
            Lease.Clocks clocks,
            BooleanSupplier stopping) {
        this.options = options;
        this.log = log;
        this.stops = stops;
        this.channel = channel;
        this.clocks = clocks;
        this.stopping = stopping;
    }

    /**
     * Claims and sends one batch.
     *
     * @return whether there was anything to do
     * @throws DueLog.FencedException when another worker has taken over the partition
     */
    public boolean step() throws DueLog.FencedException {
        if (cursor == UNKNOWN_CURSOR) {
            cursor = log.open();
            returnUnsure();
        }
        List<DueDelivery> batch = stopping.getAsBoolean() ? List.of() : log.poll(cursor, options.batch());
        // The channels first: one that is down may take a while to answer, and the stops must be fresh.
        Map<Long, Channel.Down> waiting = waiting(batch);
        // Nothing else is behind them, so they may as well wait here. A campaign should pause, and its ledger has to
        // hear why.
        boolean mayWaitHere = batch.size() == waiting.size()
                && batch.size() < options.batch()
                && batch.stream().allMatch(due -> due.campaign() == null);
        if (mayWaitHere) {
            log.awaitReports();
            return false;
        }
        stops.catchUp();
        // What a crash strands is what is claimed and not reported: it must not be more than a batch.
        log.awaitReports();
        if (stops.off() != null) {
            return false;
        }
        // Before the claim is written: the ledger's lease starts when it reads the claim.
        Lease lease = Lease.start(clocks, options.leaseMillis());
        List<DueDelivery> claimed = claim(batch, waiting, lease);
        if (claimed == null) {
            return true;
        }
        send(claimed, lease);
        return true;
    }

    /** The channels that are down, each with the reason. Their deliveries wait unclaimed, or are postponed. */
    public Map<String, String> down() {
        return down.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, channel -> channel.getValue().reason()));
    }

    /** Those whose channel is down, by offset. */
    private Map<Long, Channel.Down> waiting(List<DueDelivery> batch) {
        Map<Long, Channel.Down> waiting = new HashMap<>();
        for (DueDelivery due : batch) {
            Channel.Down why = down(due);
            if (why != null) {
                waiting.put(due.offset(), why);
            }
        }
        return waiting;
    }

    private Channel.@Nullable Down down(DueDelivery due) {
        Channel.Down why = channel.down(due);
        if (why == null) {
            if (down.remove(due.channel()) != null) {
                LOG.info("Channel {} works again.", due.channel());
            }
            return null;
        }
        Channel.Down before = down.put(due.channel(), why);
        if (before == null || !why.reason().equals(before.reason())) {
            LOG.error("Channel {} is down. Its deliveries wait: {}", due.channel(), why.reason());
        }
        return why;
    }

    /** Null when it is unknown whether the claim was recorded; then nothing is sent. */
    private @Nullable List<DueDelivery> claim(List<DueDelivery> batch, Map<Long, Channel.Down> waiting, Lease lease)
            throws DueLog.FencedException {
        Map<String, DeliveryEvent> events = new LinkedHashMap<>();
        List<DueDelivery> claimed = new ArrayList<>();
        for (DueDelivery due : batch) {
            StopCheck.Stop stop = stop(due, lease);
            String hold = stop == null ? stops.hold(due) : null;
            Channel.Down why = waiting.get(due.offset());
            if (hold != null) {
                // A person has paused it, or another failure: this one is known by then.
                tell(due, why);
                events.put(due.id(), new Held(due.attempt(), options.name(), hold));
            } else if (stop == null && why != null) {
                // The claim log is a cursor: what stays here would hold up everything behind it.
                events.put(due.id(), waiting(due, why));
            } else if (stop == null) {
                claimed.add(due);
                events.put(
                        due.id(),
                        new Claimed(due.attempt(), options.name(), options.leaseMillis(), options.socketMillis()));
            } else {
                events.put(due.id(), new Stopped(due.attempt(), stop.state(), options.name(), stop.detail()));
            }
        }
        long last = batch.get(batch.size() - 1).offset();
        try {
            log.claim(last, events);
        } catch (DueLog.UnknownException e) {
            cursor = UNKNOWN_CURSOR;
            unsure = claimed;
            return null;
        } catch (DueLog.FencedException e) {
            // If the partition is still this worker's, the next step takes it over again.
            cursor = UNKNOWN_CURSOR;
            throw e;
        }
        cursor = last;
        return claimed;
    }

    /** A campaign that hears of a failure pauses: it hears of each one once, and what else is due goes back to its queue. */
    private DeliveryEvent waiting(DueDelivery due, Channel.Down why) {
        String detail = "channel " + due.channel() + " is down: " + why.reason();
        return tell(due, why)
                ? new Held(due.attempt(), options.name(), detail)
                : new Postponed(due.attempt(), options.name(), detail);
    }

    /** Notes that its campaign hears of the present failure. Returns whether it had heard of it before. */
    private boolean tell(DueDelivery due, Channel.@Nullable Down why) {
        return due.campaign() != null && why != null && why.equals(told.put(due.campaign(), why));
    }

    private StopCheck.@Nullable Stop stop(DueDelivery due, Lease lease) {
        if (lease.now() >= due.deadline()) {
            return new StopCheck.Stop(DeliveryState.EXPIRED, "its deadline has passed");
        }
        return stops.stop(due);
    }

    private void send(List<DueDelivery> claimed, Lease lease) {
        for (DueDelivery due : claimed) {
            Channel.Sent sent = send(due, lease);
            // At once: a crash later in the batch does not strand this one.
            log.report(Map.of(due.id(), new Reported(due.attempt(), sent.result(), options.name(), sent.evidence())));
        }
    }

    private Channel.Sent send(DueDelivery due, Lease lease) {
        if (stopping.getAsBoolean()) {
            return new Channel.Sent(Result.RETURNED, "the worker stops");
        }
        if (lease.hasEnded()) {
            return new Channel.Sent(Result.RETURNED, "the lease had ended before its turn");
        }
        String sha256 = due.artifactSha256();
        if (!sha256.equals(due.sha256())) {
            return new Channel.Sent(Result.REFUSED, "the artifact is not the approved one: its SHA-256 is " + sha256);
        }
        // The channel may have gone down with the delivery before.
        Channel.Down why = down(due);
        return why == null
                ? channel.send(due, lease)
                : new Channel.Sent(Result.RETURNED, "the channel is down: " + why.reason());
    }

    /** The claim was recorded and nothing of it was sent: the ledger may make it due again. */
    private void returnUnsure() {
        Map<String, DeliveryEvent> reports = new LinkedHashMap<>();
        for (DueDelivery due : unsure) {
            if (due.offset() <= cursor) {
                String detail = "the claim was recorded, but its answer was lost";
                reports.put(due.id(), new Reported(due.attempt(), Result.RETURNED, options.name(), detail));
            }
        }
        unsure = List.of();
        if (!reports.isEmpty()) {
            log.report(reports);
        }
    }
}
