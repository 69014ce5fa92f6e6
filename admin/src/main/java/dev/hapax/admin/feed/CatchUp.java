package dev.hapax.admin.feed;

import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings clients that reconnect up to date. It works in small steps, so that a client that was away for long does not block
 * others, and no faster than the client reads.
 */
final class CatchUp {

    private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);

    private static final int STRETCH = 500;
    private static final int STEP_MILLIS = 20;
    private static final int MOST_WAITS = 30_000 / STEP_MILLIS;

    private final Hub hub;
    private final FeedTopics topics;
    private final Translation translation;
    private final Readers readers;
    private final ScheduledExecutorService workers;

    CatchUp(Hub hub, FeedTopics topics, Translation translation, Readers readers, ScheduledExecutorService workers) {
        this.hub = hub;
        this.topics = topics;
        this.translation = translation;
        this.readers = readers;
        this.workers = workers;
    }

    /** Makes a client live, at once or as soon as it has all missed events. */
    void bring(Subscriber subscriber) {
        step(subscriber, 0);
    }

    private void step(Subscriber subscriber, int waited) {
        if (subscriber.client().closeReason() != null) {
            return;
        }
        switch (hub.join(subscriber, false)) {
            case LIVE -> {}
            case NOT_YET, FULL -> wait(subscriber, waited);
            case BEHIND -> again(() -> readFor(subscriber, waited), 0);
        }
    }

    private void wait(Subscriber subscriber, int waited) {
        if (waited >= MOST_WAITS) {
            boolean begun = hub.position() != null;
            subscriber
                    .client()
                    .dismiss(
                            begun
                                    ? Wire.CloseReason.tooSlow("missed events could not be sent")
                                    : new Wire.CloseReason(
                                            Wire.CloseReason.TRY_AGAIN_LATER,
                                            "the topics cannot be read at the moment"));
        } else {
            again(() -> step(subscriber, waited + 1), STEP_MILLIS);
        }
    }

    private void readFor(Subscriber subscriber, int waited) {
        if (subscriber.client().closeReason() != null) {
            return;
        }
        if (!subscriber.client().hasRoom()) {
            wait(subscriber, 0);
            return;
        }
        try {
            boolean joined = readers.with(reader -> read(subscriber, reader));
            if (!joined) {
                step(subscriber, 0);
            }
        } catch (OffsetOutOfRangeException e) {
            // Deleted in between. The client gets a new position and a lost event; by then the feed has noticed, too.
            wait(subscriber, waited);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("The missed events of a client could not be read: {}", e.toString());
            subscriber
                    .client()
                    .dismiss(new Wire.CloseReason(
                            Wire.CloseReason.TRY_AGAIN_LATER,
                            "missed events could not be read; reconnect with the same id"));
        }
    }

    /** Reads a part of the missed events; true if the client is live after that. */
    private boolean read(Subscriber subscriber, TopicReader reader) {
        Map<TopicPartition, Range> whole = reader.whole(topics.partitions(reader));
        Position feed = hub.position();
        if (feed == null) {
            return false;
        }
        Position from = placed(subscriber, whole, feed);
        Map<TopicPartition, Range> stretch = new HashMap<>();
        whole.forEach((partition, range) -> {
            long next = topics.next(from, partition);
            long end = Math.min(topics.next(feed, partition), next + STRETCH);
            if (end > next) {
                stretch.put(partition, new Range(next, end));
            }
        });
        boolean[] stopped = {false};
        reader.read(stretch, Progress.UNSEEN, record -> {
            FeedEvent event = translation.event(record);
            if (event != null) {
                hub.catchUp(subscriber, event);
            }
            stopped[0] = !subscriber.client().hasRoom();
            return !stopped[0];
        });
        if (stopped[0]) {
            return false;
        }
        Position to = Objects.requireNonNullElse(subscriber.at(), from);
        for (Map.Entry<TopicPartition, Range> read : stretch.entrySet()) {
            to = topics.with(to, read.getKey(), read.getValue().to());
        }
        hub.moveTo(subscriber, to);
        // The position of the client was checked just now: it may be ahead of the feed.
        return hub.join(subscriber, true) == Hub.Joining.LIVE;
    }

    /** The position where the client can resume. Sends a lost event if it is not the requested one. */
    private Position placed(Subscriber subscriber, Map<TopicPartition, Range> whole, Position feed) {
        Position wanted = Objects.requireNonNull(subscriber.at(), "not live yet");
        Position placed = wanted;
        List<String> lost = new ArrayList<>();
        for (Map.Entry<TopicPartition, Range> there : whole.entrySet()) {
            TopicPartition partition = there.getKey();
            long next = topics.next(wanted, partition);
            long end = Math.max(there.getValue().to(), topics.next(feed, partition));
            if (next < there.getValue().from()) {
                // A partition that is new to the client: it has not missed anything before its start.
                if (partition.partition() < wanted.partitions(topics.of(partition))) {
                    lost.add(Subscriber.ResumePoint.deleted(
                            partition, there.getValue().from()));
                }
                placed = topics.with(placed, partition, there.getValue().from());
            } else if (next > end) {
                lost.add(Subscriber.ResumePoint.recreated(partition, next));
                placed = topics.with(placed, partition, end);
            }
        }
        if (!lost.isEmpty()) {
            hub.skip(subscriber, placed, String.join("; ", lost));
        } else if (!placed.equals(wanted)) {
            hub.moveTo(subscriber, placed);
        }
        return placed;
    }

    private void again(Runnable step, int millis) {
        try {
            var unused = workers.schedule(step, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Stopping: a client cannot catch up");
        }
    }
}
