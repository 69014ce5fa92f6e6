package dev.hapax.worker;

import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SendingSwitch;
import dev.hapax.delivery.Suppressions;
import dev.hapax.wire.ControlFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the control topic, with the status of campaigns, and the suppressions. One for all partitions of a worker, used by their threads in turn.
 *
 * <p>It reads up to the end of both topics as the brokers have it, open transactions included: an opt-out that was acknowledged
 * before a claim counts, even if it stands behind a record of a transaction that is not committed yet.
 */
public final class KafkaStopCheck implements StopCheck, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaStopCheck.class);
    private static final Duration POLL = Duration.ofMillis(50);

    private final String control;
    private final String clusterId;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();
    /** By delivery, the last attempt that must not be made. */
    private final Map<String, Integer> stops = new HashMap<>();

    private final Set<String> suppressed = new HashSet<>();
    private final Map<String, CampaignStatus> campaigns = new HashMap<>();
    private @Nullable SendingSwitch sending;
    /** Numbers the calls of {@link #catchUp}. */
    private final AtomicLong calls = new AtomicLong();
    /** The calls up to this one are answered. */
    private long answered;

    /** @param kafka what every client of the application is configured with */
    public KafkaStopCheck(Map<String, Object> kafka, String control, String suppressions, String clusterId) {
        this.control = control;
        this.clusterId = clusterId;
        this.admin = Admin.create(new HashMap<>(kafka));
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        for (String topic : List.of(control, suppressions)) {
            consumer.partitionsFor(topic)
                    .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** A look that began after a call answers it: partitions that wait for each other here share the next one. */
    @Override
    public void catchUp() {
        long call = calls.incrementAndGet();
        synchronized (this) {
            if (call > answered) {
                long last = calls.get();
                look();
                answered = last;
            }
        }
    }

    private void look() {
        Map<TopicPartition, Long> ends = ends();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(this::apply);
        }
    }

    /** Without regard to open transactions. */
    private Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        try {
            Map<TopicPartition, ListOffsetsResultInfo> found = admin.listOffsets(
                            asked, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .all()
                    .get();
            Map<TopicPartition, Long> ends = new HashMap<>();
            found.forEach((partition, info) -> ends.put(partition, info.offset()));
            return ends;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        if (key == null) {
            return;
        }
        if (!record.topic().equals(control)) {
            String address = new String(key, StandardCharsets.UTF_8);
            if (record.value() == null) {
                suppressed.remove(address);
            } else {
                suppressed.add(address);
            }
            return;
        }
        try {
            applyControl(key, record.value());
        } catch (IllegalArgumentException e) {
            LOG.error("Skipped a record of {} at offset {}: {}", control, record.offset(), e.getMessage());
        }
    }

    private void applyControl(byte[] key, byte @Nullable [] value) {
        String stopped = ControlFormat.stopped(key);
        String campaign = ControlFormat.campaign(key);
        if (campaign != null && value != null) {
            campaigns.put(campaign, ControlFormat.readStatus(value));
        } else if (campaign != null) {
            campaigns.remove(campaign);
        } else if (stopped != null) {
            if (value == null) {
                stops.remove(stopped);
            } else {
                stops.put(stopped, ControlFormat.stoppedAttempt(value));
            }
        } else if (ControlFormat.isSwitch(key)) {
            sending = value == null ? null : ControlFormat.readSwitch(value);
        } else {
            throw new IllegalArgumentException("its key is unknown");
        }
    }

    @Override
    public synchronized @Nullable String off() {
        SendingSwitch now = sending;
        if (now == null) {
            return "sending was never enabled: run 'hapax delivery enable -c FILE'";
        }
        if (!now.on()) {
            return now.by() + " disabled sending at " + now.at() + ": " + now.reason();
        }
        if (!now.clusterId().equals(clusterId)) {
            return "sending was enabled for cluster " + now.clusterId() + ", and this is cluster " + clusterId
                    + ": run 'hapax delivery enable -c FILE' if this cluster is to send";
        }
        return null;
    }

    @Override
    public synchronized @Nullable Stop stop(DueDelivery delivery) {
        Integer attempt = stops.get(delivery.id());
        if (attempt != null && delivery.attempt() <= attempt) {
            return new Stop(DeliveryState.CANCELLED, "it was stopped before it was claimed");
        }
        if (Suppressions.contain(suppressed, delivery.target())) {
            return new Stop(DeliveryState.SUPPRESSED, delivery.target() + " is suppressed");
        }
        return delivery.campaign() != null && campaigns.get(delivery.campaign()) == CampaignStatus.CANCELLED
                ? new Stop(DeliveryState.CANCELLED, "campaign " + delivery.campaign() + " was cancelled")
                : null;
    }

    @Override
    public synchronized @Nullable String hold(DueDelivery delivery) {
        String campaign = delivery.campaign();
        CampaignStatus status = campaign == null ? null : campaigns.get(campaign);
        return campaign == null || (status != null && status.sends())
                ? null
                : "campaign " + campaign + " is " + (status == null ? "unknown" : status);
    }

    @Override
    public synchronized void close() {
        consumer.close();
        admin.close();
    }
}
