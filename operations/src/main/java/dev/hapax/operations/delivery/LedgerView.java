package dev.hapax.operations.delivery;

import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.PlacedRecords;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicFollower;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries of an application. One such view serves a whole process: it reads the ledger topic once, and after that only what
 * was added. It keeps a few hundred bytes of each delivery, and reads a history where someone asks for it. Any thread may use it.
 */
public final class LedgerView implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerView.class);

    private static final int MOST_LOGGED = 10;
    private static final int LONGEST_KEPT_DETAIL = 200;

    private final String topic;
    private final String receiptsTopic;
    private final Listener listener;
    private final TopicReader reader;
    private final TopicFollower follower;
    private final Map<String, Entry> entries = new HashMap<>();
    private final PlacedRecords<String, Delivery> whole;
    /** Names that many deliveries share are kept once. */
    private final Map<String, String> names = new HashMap<>();

    private final Map<InCampaign, InCampaign> audiences = new HashMap<>();

    /** How the ids begin that it keeps. */
    private String wanted = "";

    private long skipped;

    /** Hears of every change while the view reads. */
    public interface Listener {

        /** Without one. */
        Listener NONE = new Listener() {
            @Override
            public void changed(@Nullable Delivery before, @Nullable Delivery now) {}

            @Override
            public void cleared() {}
        };

        /**
         * A delivery is another now. Both have the last line of their history alone.
         *
         * @param before null for a new one
         * @param now null for one that the ledger has forgotten
         */
        void changed(@Nullable Delivery before, @Nullable Delivery now);

        /** The view begins anew: what it said before counts no longer. */
        void cleared();
    }

    /** A delivery with the last line of its history alone, and where the topic has the whole of it. */
    private record Entry(Delivery brief, Coordinates at) {}

    /** @throws OperationException when the configuration has no channel */
    public LedgerView(KafkaClients clients) {
        this(clients, Listener.NONE);
    }

    /** @throws OperationException when the configuration has no channel */
    public LedgerView(KafkaClients clients, Listener listener) {
        this(clients, List.of(), listener);
    }

    /**
     * A view for a few deliveries, which reads only the partitions that they are in.
     *
     * @param ids empty for all there are
     * @throws OperationException when the configuration has no channel
     */
    public LedgerView(KafkaClients clients, Collection<String> ids) {
        this(clients, ids, Listener.NONE);
    }

    private LedgerView(KafkaClients clients, Collection<String> ids, Listener listener) {
        if (!clients.settings().delivery().isOn()) {
            throw new OperationException("delivery is not configured: add delivery.channels to the configuration");
        }
        this.topic = clients.settings().topic(Topic.LEDGER);
        this.receiptsTopic = clients.settings().topic(Topic.RECEIPTS);
        this.listener = listener;
        this.reader = new TopicReader(clients);
        this.follower = ids.isEmpty()
                ? new TopicFollower(reader, topic)
                : new TopicFollower(reader, topic, () -> reader.whole(partitions(ids)));
        this.whole = new PlacedRecords<>(
                reader, this::place, record -> DeliveryFormat.readDelivery(record.value()), Delivery::id);
    }

    /**
     * A view for the deliveries of one campaign, which keeps no others.
     *
     * @throws OperationException when the configuration has no channel
     */
    public static LedgerView ofCampaign(KafkaClients clients, String campaign, Listener listener) {
        LedgerView view = new LedgerView(clients, listener);
        view.wanted = Recipient.deliveryIds(campaign);
        return view;
    }

    private Set<TopicPartition> partitions(Collection<String> ids) {
        return ids.stream()
                .map(id -> reader.partitionOf(topic, id.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.toSet());
    }

    /** Reads what has been committed since the last time. */
    public synchronized void catchUp(Progress progress) {
        follower.catchUp(progress, this::clear, this::take);
    }

    private void clear() {
        entries.clear();
        listener.cleared();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String id = new String(record.key(), StandardCharsets.UTF_8);
        if (!id.startsWith(wanted)) {
            return;
        }
        if (record.value() == null) {
            announce(entries.remove(id), null);
            return;
        }
        try {
            Delivery delivery = DeliveryFormat.readDelivery(record.value());
            if (!delivery.id().equals(id)) {
                throw new IllegalArgumentException("its key is not its id");
            }
            Entry now =
                    new Entry(brief(delivery), new Coordinates(record.topic(), record.partition(), record.offset()));
            announce(entries.put(id, now), now);
        } catch (IllegalArgumentException e) {
            // Anyone may write to a topic.
            if (++skipped <= MOST_LOGGED) {
                LOG.warn("{}-{}@{} is skipped: {}", topic, record.partition(), record.offset(), e.getMessage());
            }
        }
    }

    private void announce(@Nullable Entry before, @Nullable Entry now) {
        if (before != null || now != null) {
            listener.changed(before == null ? null : before.brief(), now == null ? null : now.brief());
        }
    }

    private Delivery brief(Delivery delivery) {
        Draft draft = delivery.draft();
        Approval approval = delivery.approval();
        List<Delivery.Entry> history = delivery.history();
        return new Delivery(
                delivery.id(),
                new Draft(
                        name(draft.channel()),
                        draft.target(),
                        draft.sha256(),
                        draft.size(),
                        name(draft.stagedBy()),
                        draft.cause(),
                        draft.score(),
                        draft.notBefore(),
                        draft.expires(),
                        null,
                        audience(draft.campaign())),
                delivery.state(),
                delivery.attempt(),
                delivery.failures(),
                delivery.since(),
                delivery.timer(),
                approval == null
                        ? null
                        : new Approval(
                                approval.approved(),
                                name(approval.by()),
                                draft.sha256(),
                                draft.target(),
                                approval.time(),
                                approval.expires(),
                                null,
                                null,
                                null),
                null,
                delivery.stopAs(),
                history.isEmpty() ? List.of() : List.of(brief(history.get(history.size() - 1))),
                brief(delivery.bounce()));
    }

    private @Nullable Bounce brief(@Nullable Bounce bounce) {
        return bounce == null
                ? null
                : new Bounce(bounce.kind(), name(bounce.status()), brief(bounce.diagnostic()), bounce.time());
    }

    private Delivery.Entry brief(Delivery.Entry entry) {
        return new Delivery.Entry(entry.time(), name(entry.what()), name(entry.by()), brief(entry.detail()));
    }

    private static String brief(String detail) {
        return detail.length() <= LONGEST_KEPT_DETAIL ? detail : detail.substring(0, LONGEST_KEPT_DETAIL) + "…";
    }

    private @Nullable InCampaign audience(@Nullable InCampaign campaign) {
        return campaign == null ? null : audiences.computeIfAbsent(campaign, same -> same);
    }

    private String name(String name) {
        if (names.size() > entries.size() + 1_000) {
            // Names of workers come and go.
            names.clear();
        }
        return names.computeIfAbsent(name, same -> same);
    }

    /** All deliveries, each with the last line of its history alone. */
    public synchronized List<Delivery> all() {
        return entries.values().stream().map(Entry::brief).toList();
    }

    /** The deliveries of a campaign, each with the last line of its history alone. */
    public synchronized List<Delivery> ofCampaign(String campaign) {
        String ids = Recipient.deliveryIds(campaign);
        return entries.values().stream()
                .map(Entry::brief)
                .filter(delivery ->
                        delivery.id().startsWith(ids) && delivery.draft().campaign() != null)
                .toList();
    }

    /** The states of those of these deliveries that the ledger knows. */
    public synchronized List<DeliveryState> states(Collection<String> ids) {
        return ids.stream()
                .map(entries::get)
                .filter(Objects::nonNull)
                .map(entry -> entry.brief().state())
                .toList();
    }

    /** With its history; null where the ledger knows none of that id. */
    public @Nullable Delivery find(String id) {
        return find(List.of(id)).get(id);
    }

    /** Where the newest state of a delivery stands; -1 where the ledger knows none. */
    synchronized long offset(String id) {
        Entry entry = entries.get(id);
        return entry == null ? -1 : entry.at().offset();
    }

    private @Nullable Coordinates place(String id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.at();
    }

    /** Those of these deliveries that the ledger knows, with their history. */
    public synchronized Map<String, Delivery> find(Collection<String> ids) {
        return whole.find(ids, () -> catchUp(Progress.UNSEEN), "delivery");
    }

    /**
     * The receipts of a delivery, oldest first. Reads its partition from the time on at which it was staged.
     *
     * @param delivery with its history
     */
    public synchronized List<Receipt> receipts(Delivery delivery, Progress progress) {
        byte[] key = delivery.id().getBytes(StandardCharsets.UTF_8);
        TopicPartition partition = reader.partitionOf(receiptsTopic, key);
        Range whole = Objects.requireNonNull(reader.whole(List.of(partition)).get(partition));
        long staged =
                delivery.history().isEmpty() ? 0 : delivery.history().get(0).time();
        OffsetAndTimestamp first =
                reader.consumer().offsetsForTimes(Map.of(partition, staged)).get(partition);
        long from = first == null ? whole.to() : Math.min(whole.to(), Math.max(whole.from(), first.offset()));
        List<Receipt> receipts = new ArrayList<>();
        reader.read(Map.of(partition, new Range(from, whole.to())), progress, record -> {
            if (record.key() != null
                    && record.value() != null
                    && new String(record.key(), StandardCharsets.UTF_8).equals(delivery.id())) {
                try {
                    receipts.add(DeliveryFormat.readReceipt(record.value()));
                } catch (IllegalArgumentException e) {
                    LOG.warn("{}@{} is skipped: {}", partition, record.offset(), e.getMessage());
                }
            }
            return true;
        });
        return receipts;
    }

    @Override
    public synchronized void close() {
        reader.close();
    }
}
