package dev.hapax.operations.delivery;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SendingSwitch;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ControlFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns sending on and off, for one cluster, and starts claim logs. */
public final class DeliverySwitch {

    private static final Logger LOG = LoggerFactory.getLogger(DeliverySwitch.class);
    private static final int PATIENCE_SECONDS = 30;
    private static final String MISSING = "missing";

    private final KafkaClients clients;
    private final Settings settings;
    private final Clock clock;

    public DeliverySwitch(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.settings = clients.settings();
        this.clock = clock;
        if (!settings.delivery().isOn()) {
            throw new OperationException("delivery is not configured: add delivery.channels to the configuration");
        }
    }

    /**
     * Whether workers may send.
     *
     * @param last what was switched last; null if nothing ever was
     */
    public record Status(@Nullable SendingSwitch last, String clusterId) {

        public boolean on() {
            return last != null && last.on() && last.clusterId().equals(clusterId);
        }
    }

    public Status status() {
        AtomicReference<@Nullable SendingSwitch> last = new AtomicReference<>();
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(reader.whole(settings.topic(Topic.DELIVERY_CONTROL)), Progress.UNSEEN, record -> {
                byte[] value = record.value();
                if (record.key() != null && value != null && ControlFormat.isSwitch(record.key())) {
                    try {
                        last.set(ControlFormat.readSwitch(value));
                    } catch (IllegalArgumentException e) {
                        LOG.warn("{}@{} is skipped: {}", record.topic(), record.offset(), e.getMessage());
                    }
                }
                return true;
            });
        }
        return new Status(last.get(), clusterId());
    }

    private String clusterId() {
        try (Admin admin = clients.admin()) {
            return admin.describeCluster().clusterId().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new OperationException("the brokers did not say which cluster they are: " + e.getMessage(), e);
        }
    }

    /**
     * Lets workers send, and starts a claim log for each partition that has none which can be used. A copy from another cluster
     * can't: it has the offsets of that cluster, and what was sent there since is unknown.
     *
     * @param strandDue what to do where there is no such claim log and deliveries are due: true to strand them, so that a person
     *     can find out whether they were sent
     * @return how many deliveries it stranded
     * @throws OperationException when a claim log can't be used, deliveries are due, and {@code strandDue} is false
     */
    public int enable(String by, String reason, boolean strandDue) {
        Status before = status();
        SendingSwitch last = before.last();
        boolean copied = last != null && !last.clusterId().equals(before.clusterId());
        int stranded = startClaimLogs(by, copied, strandDue);
        turn(true, before.clusterId(), by, reason);
        return stranded;
    }

    /** The cluster for which it was enabled last remains known: that of the claim logs. */
    public void disable(String by, String reason) {
        Status before = status();
        turn(false, before.last() == null ? before.clusterId() : before.last().clusterId(), by, reason);
    }

    private void turn(boolean on, String cluster, String by, String reason) {
        SendingSwitch sending = new SendingSwitch(on, cluster, by, reason, clock.instant());
        clients.write(
                new ProducerRecord<>(
                        settings.topic(Topic.DELIVERY_CONTROL),
                        ControlFormat.switchKey(),
                        ControlFormat.write(sending)),
                "the switch");
    }

    private int startClaimLogs(String by, boolean copied, boolean strandDue) {
        int stranded = 0;
        try (TopicReader reader = new TopicReader(clients)) {
            Map<Integer, Long> claimed = claimLogs(reader);
            for (TopicPartition due : reader.partitions(settings.topic(Topic.DUE))) {
                Range range =
                        Optional.ofNullable(reader.whole(List.of(due)).get(due)).orElseThrow();
                Long last = claimed.get(due.partition());
                String unusable = last == null ? MISSING : null;
                if (last != null && copied) {
                    unusable = "a copy from another cluster";
                } else if (last != null && last >= range.to()) {
                    unusable = "of another topic, since it ends at offset " + last;
                }
                if (unusable != null) {
                    stranded += startClaimLog(reader, due, range, unusable, by, strandDue);
                }
            }
        }
        return stranded;
    }

    /** The last claim of each partition that has one. */
    private Map<Integer, Long> claimLogs(TopicReader reader) {
        Map<Integer, Long> claimed = new HashMap<>();
        reader.read(reader.whole(settings.topic(Topic.CLAIMS)), Progress.UNSEEN, record -> {
            byte[] value = record.value();
            if (value != null && value.length == Long.BYTES) {
                claimed.put(record.partition(), ByteBuffer.wrap(value).getLong());
            }
            return true;
        });
        return claimed;
    }

    private int startClaimLog(
            TopicReader reader, TopicPartition due, Range range, String unusable, String by, boolean strandDue) {
        if (range.to() > 0 && !strandDue) {
            throw new OperationException("the claim log of " + due + " is " + unusable + ", and " + due + " has "
                    + range.length() + " records: whether they were sent is not known. Add --strand-due to have those"
                    + " stranded that are still due, then reconcile each"
                    + (unusable.equals(MISSING) ? "; or restore topic " + settings.topic(Topic.CLAIMS) + "." : "."));
        }
        int stranded = range.isEmpty() ? 0 : strand(reader, due, range, by);
        clients.write(claim(due.partition(), range.to() - 1), "the claim log");
        return stranded;
    }

    /** Those that the ledger still takes for due. What else is in the topic has been claimed or has ended, as the ledger knows. */
    private int strand(TopicReader reader, TopicPartition due, Range range, String by) {
        Map<String, Integer> attempts = new HashMap<>();
        reader.read(Map.of(due, range), Progress.UNSEEN, record -> {
            String attempt = KafkaHeaders.text(record.headers(), HeaderNames.ATTEMPT);
            if (record.key() != null && attempt != null) {
                attempts.put(new String(record.key(), StandardCharsets.UTF_8), Integer.parseInt(attempt));
            }
            return true;
        });
        Set<String> open = stillDue(reader, due.partition(), attempts);
        String worker = "enabled by " + by;
        for (String id : open) {
            int attempt = Objects.requireNonNull(attempts.get(id));
            event(id, new DeliveryEvent.Claimed(attempt, worker, 0, 0));
            event(
                    id,
                    new DeliveryEvent.Reported(
                            attempt, DeliveryEvent.Result.UNKNOWN, worker, "the claim log was missing"));
        }
        return open.size();
    }

    private Set<String> stillDue(TopicReader reader, int partition, Map<String, Integer> attempts) {
        TopicPartition ledger = new TopicPartition(settings.topic(Topic.LEDGER), partition);
        Set<String> open = new HashSet<>();
        reader.read(reader.whole(List.of(ledger)), Progress.UNSEEN, record -> {
            String id = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
            Integer attempt = attempts.get(id);
            if (attempt == null) {
                return true;
            }
            if (isDue(record.value(), attempt)) {
                open.add(id);
            } else {
                open.remove(id);
            }
            return true;
        });
        return open;
    }

    private static boolean isDue(byte @Nullable [] value, int attempt) {
        try {
            Delivery delivery = value == null ? null : DeliveryFormat.readDelivery(value);
            return delivery != null && delivery.state() == DeliveryState.DUE && delivery.attempt() == attempt;
        } catch (IllegalArgumentException e) {
            // A stranger wrote it.
            return false;
        }
    }

    private void event(String id, DeliveryEvent event) {
        clients.write(
                new ProducerRecord<>(
                        settings.topic(Topic.DELIVERY_EVENTS),
                        id.getBytes(StandardCharsets.UTF_8),
                        DeliveryFormat.write(event)),
                "the event");
    }

    private ProducerRecord<byte[], byte[]> claim(int partition, long upTo) {
        return new ProducerRecord<>(
                settings.topic(Topic.CLAIMS),
                partition,
                Integer.toString(partition).getBytes(StandardCharsets.UTF_8),
                ByteBuffer.allocate(Long.BYTES).putLong(upTo).array());
    }
}
