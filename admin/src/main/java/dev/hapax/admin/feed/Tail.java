package dev.hapax.admin.feed;

import dev.hapax.operations.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topics of the feed under {@code read_committed} while there are clients, on one thread of an instance. It starts a
 * little before the end, so that clients that reconnect after a restart find missed events in memory.
 */
final class Tail implements Runnable, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tail.class);

    private static final Map<String, Object> PROMPT = Map.of(
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 200,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 50,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, KafkaClients.A_FEW_RECORDS,
            // Records that retention deleted before they were read are reported to clients, not skipped.
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
            // The delay until a new partition is found.
            ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final long LOOK_AROUND_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** If the only client reloads the page, it need not wait for a new connection to the brokers. */
    private static final Duration STAY_CONNECTED = Duration.ofSeconds(10);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int BEFORE_THE_END = 200;

    private final KafkaClients clients;
    private final FeedTopics topics;
    private final Translation translation;
    private final Hub hub;
    private final FeedThrottle pace = new FeedThrottle(System::nanoTime);
    private final CountDownLatch stop = new CountDownLatch(1);

    Tail(KafkaClients clients, FeedTopics topics, Translation translation, Hub hub) {
        this.clients = clients;
        this.topics = topics;
        this.translation = translation;
        this.hub = hub;
    }

    @Override
    public void run() {
        boolean failing = false;
        while (!stopped()) {
            try {
                if (hub.awaitSomeone(IDLE.toMillis())) {
                    try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer(PROMPT)) {
                        do {
                            follow(consumer);
                        } while (!stopped() && hub.awaitSomeone(STAY_CONNECTED.toMillis()));
                    }
                    failing = false;
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | StackOverflowError e) {
                if (!failing && !stopped()) {
                    LOG.warn("The event feed cannot read its topics, and retries: {}", e.toString());
                }
                failing = true;
                rest(AFTER_FAILURE);
            }
        }
    }

    /** Until there is no client. */
    private void follow(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = partitions(consumer);
        Position position = hub.position();
        if (position == null) {
            position = nearTheEnd(consumer, partitions);
            Position end = ends(consumer, partitions);
            assign(consumer, partitions, position);
            // Existing records are not new: clients join after they have been read.
            List<FeedEvent> before = new ArrayList<>();
            while (!stopped() && end.isAheadOf(reached(consumer, partitions))) {
                before.addAll(events(consumer));
            }
            hub.begin(position, before);
        } else {
            assign(consumer, partitions, position);
        }
        long lookedAround = System.nanoTime();
        while (!stopped() && !hub.restIfAlone()) {
            List<FeedEvent> events;
            try {
                events = events(consumer);
            } catch (OffsetOutOfRangeException e) {
                goOn(consumer, e.offsetOutOfRangePartitions());
                continue;
            }
            hub.publish(events);
            long now = System.nanoTime();
            int listening = hub.count();
            if (now - lookedAround > LOOK_AROUND_NANOS) {
                lookedAround = now;
                partitions = lookAround(consumer, partitions);
            }
            if (pace.isTooMuch(behind(consumer, partitions), listening)) {
                skip(consumer, partitions);
            }
            if (!events.isEmpty()) {
                rest(pace.after(events.size(), listening));
            }
        }
    }

    private List<FeedEvent> events(KafkaConsumer<byte[], byte[]> consumer) {
        List<FeedEvent> events = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            FeedEvent event = translation.event(record);
            if (event != null) {
                events.add(event);
            }
        }
        return events;
    }

    private void assign(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions, Position from) {
        consumer.assign(partitions);
        partitions.forEach(partition -> consumer.seek(partition, topics.next(from, partition)));
    }

    /** New partitions are read from their start: all their records are new. */
    private List<TopicPartition> lookAround(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> known) {
        List<TopicPartition> found = partitions(consumer);
        if (found.size() > known.size()) {
            assign(consumer, found, reached(consumer, known));
            return found;
        }
        return known;
    }

    private void skip(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        Position end = ends(consumer, partitions);
        assign(consumer, partitions, end);
        String why = "there are more events than can be sent to " + hub.count()
                + " clients; the omitted ones are in /api/alerts, /api/quarantine, /api/deliveries and /api/campaigns";
        LOG.warn("Feed: {}", why);
        hub.skipTo(end, why);
    }

    /** Continues at the first offset that exists. */
    private void goOn(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> gone) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(gone.keySet());
        Position to = Objects.requireNonNull(hub.position(), "the feed has begun");
        List<String> lost = new ArrayList<>();
        for (Map.Entry<TopicPartition, Long> beginning : beginnings.entrySet()) {
            TopicPartition partition = beginning.getKey();
            long next = gone.getOrDefault(partition, 0L);
            lost.add(
                    next < beginning.getValue()
                            ? Subscriber.ResumePoint.deleted(partition, beginning.getValue())
                            : Subscriber.ResumePoint.recreated(partition, next));
            consumer.seek(partition, beginning.getValue());
            to = topics.with(to, partition, beginning.getValue());
        }
        String why = String.join("; ", lost);
        LOG.warn("Feed: {}", why);
        hub.skipTo(to, why);
    }

    private long behind(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        long behind = 0;
        for (TopicPartition partition : partitions) {
            OptionalLong lag = consumer.currentLag(partition);
            behind += lag.orElse(0);
        }
        return behind;
    }

    private Position reached(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        Position reached = Position.NOWHERE;
        for (TopicPartition partition : partitions) {
            reached = topics.with(reached, partition, consumer.position(partition));
        }
        return reached;
    }

    private Position ends(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        return topics.position(consumer.endOffsets(partitions));
    }

    private Position nearTheEnd(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        Position near = Position.NOWHERE;
        for (Map.Entry<TopicPartition, Long> end :
                consumer.endOffsets(partitions).entrySet()) {
            long from =
                    Math.max(beginnings.getOrDefault(end.getKey(), end.getValue()), end.getValue() - BEFORE_THE_END);
            near = topics.with(near, end.getKey(), from);
        }
        return near;
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics.names()) {
            List<PartitionInfo> found = consumer.partitionsFor(topic);
            if (found == null || found.isEmpty()) {
                throw new IllegalStateException("topic " + topic + " does not exist");
            }
            found.forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        return partitions;
    }

    private boolean stopped() {
        return stop.getCount() == 0;
    }

    private void rest(Duration pause) {
        try {
            stop.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop.countDown();
        hub.wakeUp();
    }
}
