package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.RowSorter;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.delivery.TrustedKeys;
import dev.hapax.operations.verify.DeliveryFact.Kind;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads the delivery topics into a sorter. The order matters while instances run: how far they have read is asked first, then where
 * the ledger ends, then the receipts and events, and at last where the ledger ends now. What is settled at the first end has its
 * receipts in what is read; what has a receipt or a claim is in the ledger up to the last end.
 */
final class DeliveryScan {

    private static final int APPROVALS_REMEMBERED = 10_000;
    private static final int HISTORY_IS_CUT = 100;
    private static final int HISTORY_BEFORE_THE_CUT = 20;
    /** What the ledger notes when a report comes after the attempt was settled otherwise. */
    private static final Pattern LATE_REPORT = Pattern.compile("sent in attempt ([0-9]{1,9}) \\(late report\\)");

    private final Settings settings;
    private final Offsets offsets;
    private final TopicReader reader;
    private final RowSorter facts;
    private final Progress progress;
    private final TrustedKeys keys;
    private final long[] row = new long[DeliveryFact.WIDTH];
    /** A delivery has several states with one approval, and a signature takes long to check. */
    private final Map<String, Boolean> signatures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > APPROVALS_REMEMBERED;
        }
    };

    DeliveryScan(Settings settings, Offsets offsets, TopicReader reader, RowSorter facts, Progress progress) {
        this.settings = settings;
        this.offsets = offsets;
        this.reader = reader;
        this.facts = facts;
        this.progress = progress;
        this.keys = TrustedKeys.of(settings.delivery());
    }

    void read() {
        Map<TopicPartition, Long> committed = offsets.committed(settings.applicationId());
        Map<TopicPartition, Range> settled = reader.whole(settings.topic(Topic.LEDGER));
        Map<TopicPartition, Range> receipts = reader.whole(settings.topic(Topic.RECEIPTS));
        Map<TopicPartition, Range> refused = reader.whole(settings.topic(Topic.REFUSED_DELIVERIES));
        Map<TopicPartition, Range> stagings = new HashMap<>(reader.whole(settings.topic(Topic.DELIVERIES)));
        stagings.putAll(reader.whole(settings.topic(Topic.DELIVERY_EVENTS)));
        Map<TopicPartition, Range> ledger = reader.whole(settings.topic(Topic.LEDGER));

        reader.read(ledger, progress, record -> add(state(record, settled)));
        reader.read(receipts, progress, record -> add(receipt(record)));
        reader.read(refused, progress, this::addRefusal);
        reader.read(stagings, progress, record -> addInput(record, committed));
    }

    private boolean add(DeliveryFact fact) {
        fact.put(row);
        facts.add(row);
        return true;
    }

    private Fingerprint id(byte @Nullable [] key) {
        return Sighting.hash(key == null ? new byte[0] : key);
    }

    private long digest(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(part).append('\0');
        }
        return Sighting.hash(text.toString().getBytes(StandardCharsets.UTF_8)).high();
    }

    private static PackedPosition at(ConsumerRecord<byte[], byte[]> record) {
        return new PackedPosition(record.partition(), record.offset());
    }

    private DeliveryFact state(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Range> settled) {
        Range range = settled.get(new TopicPartition(record.topic(), record.partition()));
        int flags = range != null && record.offset() < range.to() ? DeliveryFact.SETTLED : 0;
        Delivery delivery = null;
        if (record.value() == null) {
            flags |= DeliveryFact.DELETED;
        } else {
            delivery = readDelivery(record);
            flags |= delivery == null ? DeliveryFact.UNREADABLE : flags(delivery);
        }
        Approval approval = delivery == null ? null : delivery.approval();
        return new DeliveryFact(
                id(record.key()),
                Kind.STATE,
                record.partition(),
                record.offset(),
                at(record),
                flags,
                delivery == null ? DeliveryState.AWAITING_APPROVAL : delivery.state(),
                delivery == null ? 0 : delivery.attempt(),
                delivery == null ? 0 : content(delivery.draft()),
                delivery == null ? record.timestamp() : delivery.since(),
                delivery == null || delivery.history().isEmpty()
                        ? record.timestamp()
                        : delivery.history().get(0).time(),
                digest(approval == null ? "" : approval.by()));
    }

    /** Null if it is none, or that of another key. */
    private static @Nullable Delivery readDelivery(ConsumerRecord<byte[], byte[]> record) {
        try {
            Delivery delivery = DeliveryFormat.readDelivery(record.value());
            return record.key() != null && delivery.id().equals(new String(record.key(), StandardCharsets.UTF_8))
                    ? delivery
                    : null;
        } catch (IllegalArgumentException e) {
            // Reported as not readable.
            return null;
        }
    }

    private long content(DeliveryEvent.Draft draft) {
        return digest(draft.channel(), draft.target(), draft.sha256());
    }

    private int flags(Delivery delivery) {
        int flags = isApproved(delivery) ? DeliveryFact.APPROVED : 0;
        boolean approved = false;
        List<Delivery.Entry> history = delivery.history();
        for (int i = 0; i < history.size(); i++) {
            String what = history.get(i).what();
            // Lines are missing from the middle of a long history, such as an approval.
            boolean cut = history.size() >= HISTORY_IS_CUT && i >= HISTORY_BEFORE_THE_CUT;
            approved = cut || what.equals("approved") || (approved && !what.equals("edited"));
            flags |= what.equals("claimed") && !approved ? DeliveryFact.CLAIMED_UNAPPROVED : 0;
            flags |= what.equals("edited") ? DeliveryFact.EDITED : 0;
            flags |= LATE_REPORT.matcher(what).matches() ? DeliveryFact.LATE : 0;
        }
        return flags;
    }

    private boolean isApproved(Delivery delivery) {
        Approval approval = delivery.approval();
        if (approval == null
                || !approval.approved()
                || !approval.sha256().equals(delivery.draft().sha256())
                || !approval.target().equals(delivery.draft().target())) {
            return false;
        }
        // The receipt, which is signed, names the policy.
        return approval.wasMadeByPolicy()
                || signatures.computeIfAbsent(
                        delivery.id() + ' ' + approval, unused -> keys.signed(delivery.id(), approval));
    }

    private DeliveryFact receipt(ConsumerRecord<byte[], byte[]> record) {
        Receipt receipt = null;
        try {
            receipt = DeliveryFormat.readReceipt(Objects.requireNonNullElse(record.value(), new byte[0]));
        } catch (IllegalArgumentException e) {
            // Reported as not readable.
        }
        boolean itsOwn = receipt != null
                && record.key() != null
                && receipt.id().equals(new String(record.key(), StandardCharsets.UTF_8))
                && receipt.partition() == record.partition();
        if (receipt == null || !itsOwn) {
            return new DeliveryFact(
                    id(record.key()),
                    Kind.RECEIPT,
                    record.partition(),
                    record.offset(),
                    at(record),
                    DeliveryFact.UNREADABLE,
                    DeliveryState.AWAITING_APPROVAL,
                    0,
                    0,
                    record.timestamp(),
                    0,
                    0);
        }
        Matcher late = LATE_REPORT.matcher(receipt.what());
        boolean isLate = late.matches();
        return new DeliveryFact(
                id(record.key()),
                Kind.RECEIPT,
                record.partition(),
                record.offset(),
                at(record),
                (keys.signed(receipt) ? DeliveryFact.SIGNED : 0)
                        | (isLate ? DeliveryFact.LATE : 0)
                        | (receipt.approvedBy().isEmpty() ? 0 : DeliveryFact.NAMES_APPROVAL),
                receipt.state(),
                isLate ? Integer.parseInt(late.group(1)) : receipt.attempt(),
                digest(receipt.channel(), receipt.target(), receipt.sha256()),
                receipt.time(),
                0,
                digest(receipt.approvedBy()));
    }

    private boolean addRefusal(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        String topic = KafkaHeaders.text(headers, HeaderNames.SOURCE_TOPIC);
        String partition = KafkaHeaders.text(headers, HeaderNames.SOURCE_PARTITION);
        String offset = KafkaHeaders.text(headers, HeaderNames.SOURCE_OFFSET);
        if (topic == null || partition == null || offset == null) {
            return true;
        }
        try {
            long group = group(topic.equals(settings.topic(Topic.DELIVERY_EVENTS)), Integer.parseInt(partition));
            long place = Long.parseLong(offset);
            add(refusal(record, id(record.key()), group, place));
            String keyOmitted = KafkaHeaders.text(headers, HeaderNames.KEY_SHA256);
            if (record.key() == null && keyOmitted != null) {
                // A key that was too large to keep. Whoever staged it may have written this header too, so it is not
                // the only way to find the staging.
                add(refusal(record, Fingerprint.parse(keyOmitted), group, place));
            }
        } catch (IllegalArgumentException e) {
            // Not written by the ledger. It accounts for no staging.
            return true;
        }
        return true;
    }

    private static DeliveryFact refusal(
            ConsumerRecord<byte[], byte[]> record, Fingerprint id, long group, long offset) {
        return new DeliveryFact(
                id,
                Kind.REFUSED,
                group,
                offset,
                at(record),
                0,
                DeliveryState.AWAITING_APPROVAL,
                0,
                0,
                record.timestamp(),
                0,
                0);
    }

    private static long group(boolean event, int partition) {
        return (event ? 1L << 32 : 0) | partition;
    }

    private boolean addInput(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Long> committed) {
        boolean event = record.topic().equals(settings.topic(Topic.DELIVERY_EVENTS));
        if (!event || DeliveryHeaders.carryArtifact(record.headers())) {
            long read = committed.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
            return add(staging(record, event, record.offset() >= read));
        }
        try {
            DeliveryEvent read = DeliveryFormat.readEvent(Objects.requireNonNullElse(record.value(), new byte[0]));
            if (read instanceof DeliveryEvent.Claimed claimed) {
                add(claim(record, claimed));
            }
        } catch (IllegalArgumentException e) {
            // The ledger has refused it.
            return true;
        }
        return true;
    }

    private DeliveryFact staging(ConsumerRecord<byte[], byte[]> record, boolean event, boolean unread) {
        Headers headers = record.headers();
        boolean edit = event && KafkaHeaders.text(headers, HeaderNames.EDITED_BY) != null;
        return new DeliveryFact(
                id(record.key()),
                event ? Kind.STAGED_AS_EVENT : Kind.STAGED,
                group(event, record.partition()),
                record.offset(),
                at(record),
                (unread ? DeliveryFact.UNREAD : 0) | (edit ? DeliveryFact.EDITED : 0),
                DeliveryState.AWAITING_APPROVAL,
                0,
                record.value() == null
                        ? 0
                        : digest(
                                String.valueOf(KafkaHeaders.text(headers, HeaderNames.CHANNEL)),
                                String.valueOf(KafkaHeaders.text(headers, HeaderNames.TARGET)),
                                DeliveryHeaders.sha256(record.value())),
                record.timestamp(),
                0,
                0);
    }

    private DeliveryFact claim(ConsumerRecord<byte[], byte[]> record, DeliveryEvent.Claimed claimed) {
        return new DeliveryFact(
                id(record.key()),
                Kind.CLAIM,
                claimed.attempt(),
                at(record).packed(),
                at(record),
                claimed.leaseMillis() == 0 ? DeliveryFact.BY_OPERATOR : 0,
                DeliveryState.CLAIMED,
                claimed.attempt(),
                0,
                record.timestamp(),
                0,
                0);
    }
}
