package dev.hapax.operations.delivery;

import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
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

    /** Hands in a delivery. Handing in the same again changes nothing; other content for the same id is refused. */
    public void stage(String id, Draft draft, byte[] artifact) {
        DeliverySettings delivery = settings.delivery();
        if (!delivery.channels().containsKey(draft.channel())) {
            throw new IllegalArgumentException("--channel: there is no channel '" + draft.channel()
                    + "'; delivery.channels has " + delivery.channels().keySet());
        }
        if (artifact.length > delivery.maxArtifactBytes()) {
            throw new IllegalArgumentException("the artifact has " + artifact.length
                    + " bytes, more than delivery.max-artifact-bytes (" + delivery.maxArtifactBytes() + ")");
        }
        clients.write(
                new ProducerRecord<>(
                        settings.topic(Topic.DELIVERY_EVENTS),
                        null,
                        null,
                        id.getBytes(StandardCharsets.UTF_8),
                        artifact,
                        DeliveryHeaders.staging(draft)),
                "the delivery");
    }

    /** Approves or rejects the exact content that the ledger has now, signed with the key of the configuration. */
    public void review(Delivery delivery, boolean approved, String by, @Nullable String reason) {
        long now = clock.millis();
        Approval approval = new Approval(
                        approved,
                        by,
                        delivery.draft().sha256(),
                        delivery.draft().target(),
                        now,
                        now + settings.delivery().approvalValid().toMillis(),
                        reason,
                        null,
                        null)
                .signed(delivery.id(), signingKey());
        send(delivery.id(), new DeliveryEvent.Reviewed(approval));
    }

    private SigningKey signingKey() {
        Path file = settings.delivery().signingKey();
        if (file == null) {
            throw new OperationException("delivery.signing-key: must be set");
        }
        try {
            return SigningKey.read(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperationException(
                    "delivery.signing-key: " + file + " can't be used: " + e.getMessage()
                            + ". Approve where the key is, or run 'hapax delivery keygen' for a new one.",
                    e);
        }
    }

    public void cancel(Delivery delivery, String by, String reason) {
        send(delivery.id(), new DeliveryEvent.CancelRequested(by, reason));
    }

    public void reconcile(Delivery delivery, DeliveryEvent.Resolution resolution, String by, String evidence) {
        send(delivery.id(), new DeliveryEvent.Reconciled(delivery.attempt(), resolution, by, evidence));
    }

    private void send(String id, DeliveryEvent event) {
        clients.write(
                new ProducerRecord<>(
                        settings.topic(Topic.DELIVERY_EVENTS),
                        id.getBytes(StandardCharsets.UTF_8),
                        DeliveryFormat.write(event)),
                "the event");
    }
}
