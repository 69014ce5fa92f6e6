package dev.hapax.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the partitions of the {@code due} topic with other workers and works through its own, one thread each. The consumer group
 * only shares partitions: it reads nothing and commits nothing. What was claimed is in the claim log.
 */
public final class DeliveryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWorker.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int SESSION_MILLIS = 10_000;
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> group;
    private final IntFunction<Assigned> assign;
    private final Map<Integer, Running> running = new ConcurrentHashMap<>();
    private volatile boolean stopping;
    private volatile @Nullable RuntimeException fatal;

    /**
     * What works on one partition.
     *
     * @param stop makes the worker give back what it has not sent
     */
    public record Assigned(PartitionWorker worker, Runnable stop, Runnable close) {}

    /**
     * @param kafka what every client of the application is configured with
     * @param assign makes what works on a partition
     */
    public DeliveryWorker(Map<String, Object> kafka, String topic, String groupId, IntFunction<Assigned> assign) {
        this.topic = topic;
        this.assign = assign;
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        // How long the partitions of a dead worker wait for another one.
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_MILLIS / 4);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        this.group = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Works until {@link #stop} is called. Gives back what is claimed and not sent. */
    public void run() {
        group.subscribe(List.of(topic), new Shares());
        try {
            while (!stopping && fatal == null) {
                group.poll(POLL);
            }
        } catch (WakeupException e) {
            // Stopped.
        } finally {
            running.keySet().forEach(this::end);
            group.close();
        }
        RuntimeException why = fatal;
        if (why != null) {
            throw why;
        }
    }

    public void stop() {
        stopping = true;
        running.values().forEach(it -> it.assigned.stop().run());
        group.wakeup();
    }

    private void end(int partition) {
        Running gone = running.remove(partition);
        if (gone != null) {
            gone.end();
        }
    }

    /** Follows what the group gives to this worker and takes from it. */
    private final class Shares implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            group.pause(group.assignment());
            for (TopicPartition partition : partitions) {
                LOG.info("Works on {}", partition);
                Running started = new Running(partition.partition());
                running.put(partition.partition(), started);
                started.start();
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                LOG.info("No longer works on {}", partition);
                end(partition.partition());
            }
        }
    }

    /** The thread of one partition. */
    private final class Running {

        private final Assigned assigned;
        private final Thread thread;
        private volatile boolean ended;

        Running(int partition) {
            this.assigned = assign.apply(partition);
            this.thread = new Thread(this::work, "deliver-" + partition);
        }

        void start() {
            thread.start();
        }

        private void work() {
            try {
                while (!ended) {
                    step();
                }
            } catch (KafkaDueLog.MissingClaimLogException e) {
                fatal = e;
            } catch (RuntimeException e) {
                LOG.error("{} failed", thread.getName(), e);
                fatal = e;
            } finally {
                assigned.close().run();
            }
        }

        private void step() {
            try {
                if (!assigned.worker().step()) {
                    pause(Duration.ofMillis(20));
                }
            } catch (DueLog.FencedException e) {
                LOG.warn("Another worker has taken over {}", thread.getName());
                pause(PAUSE_AFTER_FAILURE);
            } catch (KafkaException e) {
                LOG.warn("{}: the brokers failed, trying again: {}", thread.getName(), e.toString());
                pause(PAUSE_AFTER_FAILURE);
            }
        }

        private void pause(Duration time) {
            try {
                Thread.sleep(time.toMillis());
            } catch (InterruptedException e) {
                ended = true;
            }
        }

        /** Returns when nothing is claimed any more. */
        void end() {
            assigned.stop().run();
            ended = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
