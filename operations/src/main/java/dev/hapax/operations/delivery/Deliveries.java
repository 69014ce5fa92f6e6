package dev.hapax.operations.delivery;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deliveries of an application, as its ledger topic shows them, and what a person can do to them. */
public final class Deliveries {

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);

    private final KafkaClients clients;
    private final Settings settings;
    private final Clock clock;

    /** @throws OperationException when the configuration has no channel */
    public Deliveries(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.settings = clients.settings();
        this.clock = clock;
        if (!settings.delivery().isOn()) {
            throw new OperationException("delivery is not configured: add delivery.channels to the configuration");
        }
    }

    /** All that match, low scores first among those that wait for approval, then by the time they last changed. */
    public List<Delivery> list(Predicate<Delivery> wanted, Progress progress) {
        Map<String, Delivery> found = new LinkedHashMap<>();
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(reader.whole(settings.topic(Topic.LEDGER)), progress, record -> {
                remember(record, found);
                return true;
            });
        }
        List<Delivery> list =
                new ArrayList<>(found.values().stream().filter(wanted).toList());
        list.sort(Comparator.comparing(Delivery::state)
                .thenComparingDouble(delivery -> delivery.draft().score())
                .thenComparingLong(Delivery::since)
                .thenComparing(Delivery::id));
        return list;
    }

    private static void remember(ConsumerRecord<byte[], byte[]> record, Map<String, Delivery> found) {
        byte[] key = record.key();
        if (key == null) {
            return;
        }
        String id = new String(key, StandardCharsets.UTF_8);
        if (record.value() == null) {
            found.remove(id);
            return;
        }
        try {
            found.put(id, DeliveryFormat.readDelivery(record.value()));
        } catch (IllegalArgumentException e) {
            LOG.warn("{}-{}@{} is skipped: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
        }
    }

    /** The ledger has forgotten what ended before this time, in epoch milliseconds. */
    long forgottenBefore() {
        return clock.millis() - settings.delivery().retention().toMillis();
    }

    /** @throws UnknownException when the ledger knows none of that id */
    public Delivery get(String id) {
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        Map<String, Delivery> found = new LinkedHashMap<>();
        try (TopicReader reader = new TopicReader(clients)) {
            TopicPartition partition = reader.partitionOf(settings.topic(Topic.LEDGER), key);
            reader.read(reader.whole(List.of(partition)), Progress.UNSEEN, record -> {
                if (record.key() != null && new String(record.key(), StandardCharsets.UTF_8).equals(id)) {
                    remember(record, found);
                }
                return true;
            });
        }
        Delivery delivery = found.get(id);
        if (delivery == null) {
            throw new UnknownException("there is no delivery " + id + ": 'hapax deliveries list' shows all of them");
        }
        return delivery;
    }

    /** Approves or rejects the exact content that the ledger has now, signed with the key of the configuration. */
    public void review(Delivery delivery, boolean approved, String by, @Nullable String reason) {
        act(delivery, LedgerActions.review(settings.delivery(), approved, by, reason, clock));
    }

    public void reconcile(Delivery delivery, DeliveryEvent.Resolution resolution, String by, String evidence) {
        act(delivery, new DeliveryAction.Reconcile(resolution, by, evidence));
    }

    private void act(Delivery delivery, DeliveryAction action) {
        try (DeliveryWriter writer = new DeliveryWriter(clients)) {
            writer.event(delivery.id(), action.event(delivery));
            writer.flush();
        }
    }
}
