package dev.hapax.ledger;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.meters.LedgerGauges;
import dev.hapax.wire.DeliveryFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one partition. One Kafka Streams store holds their states and artifacts by id, an index of what the ledger has
 * to look at, in the order of time, and the end of the chain of receipts. The first byte of a key is its {@link Kind}.
 */
final class LedgerStore {

    static final String NAME = "ledger";

    /** What an entry holds. */
    private enum Kind {
        STATE(0),
        ARTIFACT(1),
        /** Index: an approved delivery, by the time from which on it may be due. */
        READY(2),
        /** Index: every other delivery that waits for a time, but for what is in flight. */
        TIMER(3),
        /** Index: a delivery that is due or claimed; has no time. */
        IN_FLIGHT(4),
        /** The last receipt of the partition. */
        CHAIN(5),
        /** Index: a delivery that waits for an approval, by the time since which it does. */
        AWAITING(6),
        /** Index: a stranded delivery, by the time since which it is. */
        STRANDED(7),
        /** A count of what the limits of a channel or of a campaign allow. Further kinds are those of {@link CampaignStore}. */
        LIMIT(8);

        /** Saved state contains it: never change it. */
        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    /** By code. */
    private static final Kind[] KINDS = Kind.values();

    private static final byte[] NOTHING = {};
    /** In the index of approved deliveries: the limits of its channel have made it wait. */
    private static final byte[] DELAYED = {1};

    /**
     * An approved delivery whose time has come.
     *
     * @param delayed whether the limits of its channel have given it this time
     */
    record Ready(String id, boolean delayed) {}

    /** When a delivery that is due or claimed has to be looked at. */
    private record Lease(long time, String id) implements Comparable<Lease> {

        private static final Comparator<Lease> ORDER =
                Comparator.comparingLong(Lease::time).thenComparing(Lease::id);

        @Override
        public int compareTo(Lease other) {
            return ORDER.compare(this, other);
        }
    }

    private final KeyValueStore<Bytes, byte[]> store;
    /**
     * By kind of index, a key before which there is no entry. What was handled is deleted at the start of an index, and RocksDB
     * walks over what was deleted: without this, each look would walk over the whole past.
     */
    private final Map<Kind, Bytes> starts = new EnumMap<>(Kind.class);

    /** What is due or claimed, by id: each of them changes again soon, and is not read from the store again. */
    private final Map<String, Delivery> inFlight = new HashMap<>();
    /** When what is claimed has to be looked at, by time. Not saved: the index of what is in flight leads to it. */
    private final NavigableSet<Lease> leases = new TreeSet<>();

    /** By channel and by campaign, and by each of them with a domain. */
    private final Map<String, Integer> inFlightThrough = new HashMap<>();

    private final Map<DeliveryState, Long> open = new EnumMap<>(DeliveryState.class);
    private final CampaignStore campaigns;

    LedgerStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        this.campaigns = new CampaignStore(store);
        for (Ready entry : entries(Kind.IN_FLIGHT, Long.MAX_VALUE, Integer.MAX_VALUE)) {
            Delivery delivery = get(entry.id());
            if (delivery != null) {
                count(delivery, 1);
                follow(null, delivery);
            }
        }
        Map.of(
                        DeliveryState.AWAITING_APPROVAL, Kind.AWAITING,
                        DeliveryState.APPROVED, Kind.READY,
                        DeliveryState.STRANDED, Kind.STRANDED)
                .forEach((state, kind) -> open.put(state, count(kind)));
    }

    private long count(Kind kind) {
        long count = 0;
        try (KeyValueIterator<Bytes, byte[]> all = store.range(first(kind), end(kind))) {
            while (all.hasNext()) {
                count += all.next().key.get()[0] == kind.code ? 1 : 0;
            }
        }
        return count;
    }

    private static Bytes first(Kind kind) {
        return indexKey(kind, Long.MIN_VALUE, "");
    }

    /** In front of everything of the next kind. */
    private static Bytes end(Kind kind) {
        return Bytes.wrap(new byte[] {(byte) (kind.code + 1)});
    }

    /** @param largestRecord of the changelog, in bytes */
    static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(int largestRecord) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingEnabled(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largestRecord)));
    }

    CampaignStore campaigns() {
        return campaigns;
    }

    @Nullable
    Delivery get(String id) {
        Delivery known = inFlight.get(id);
        return known == null ? read(id) : known;
    }

    private @Nullable Delivery read(String id) {
        byte[] state = store.get(key(Kind.STATE, id));
        return state == null ? null : DeliveryFormat.readDelivery(state);
    }

    byte @Nullable [] artifact(String id) {
        return store.get(artifactKey(id));
    }

    static Bytes artifactKey(String id) {
        return key(Kind.ARTIFACT, id);
    }

    void putArtifact(String id, byte[] artifact) {
        store.put(key(Kind.ARTIFACT, id), artifact);
    }

    /**
     * Replaces one state by the next, with everything that follows from it.
     *
     * @return the state as it is stored
     */
    byte[] put(@Nullable Delivery before, Delivery now) {
        return put(before, now, NOTHING);
    }

    /** Gives an approved delivery another time, which the limits of its channel ask for. */
    void delay(Delivery before, Delivery now) {
        put(before, now, DELAYED);
    }

    private byte[] put(@Nullable Delivery before, Delivery now, byte[] mark) {
        byte[] state = DeliveryFormat.write(now);
        store.put(key(Kind.STATE, now.id()), state);
        index(before, now, mark);
        return state;
    }

    void forget(Delivery delivery) {
        index(delivery, null, NOTHING);
        store.delete(key(Kind.STATE, delivery.id()));
        store.delete(key(Kind.ARTIFACT, delivery.id()));
    }

    private void index(@Nullable Delivery before, @Nullable Delivery now, byte[] mark) {
        replace(inFlightKey(before), inFlightKey(now), NOTHING);
        replace(peopleKey(before), peopleKey(now), NOTHING);
        replace(timerKey(before), timerKey(now), mark);
        campaigns.change(before, now);
        count(before, -1);
        count(now, 1);
        follow(before, now);
    }

    private void follow(@Nullable Delivery before, @Nullable Delivery now) {
        if (before != null && before.state().isInFlight()) {
            inFlight.remove(before.id());
            leases.remove(new Lease(before.timer(), before.id()));
        }
        if (now != null && now.state().isInFlight()) {
            inFlight.put(now.id(), now);
            if (now.timer() != Delivery.NEVER) {
                leases.add(new Lease(now.timer(), now.id()));
            }
        }
    }

    /** Writes only what changes: each entry is a record of the changelog too. */
    private void replace(@Nullable Bytes old, @Nullable Bytes next, byte[] value) {
        if (old != null && !old.equals(next)) {
            store.delete(old);
        }
        if (next != null && (!next.equals(old) || value.length > 0)) {
            store.put(next, value);
            starts.computeIfPresent(KINDS[next.get()[0]], (kind, start) -> next.compareTo(start) < 0 ? next : start);
        }
    }

    private static @Nullable Bytes inFlightKey(@Nullable Delivery delivery) {
        return delivery == null || !delivery.state().isInFlight() ? null : indexKey(Kind.IN_FLIGHT, 0, delivery.id());
    }

    private static @Nullable Bytes peopleKey(@Nullable Delivery delivery) {
        Kind kind = delivery == null ? null : waitingForPeople(delivery);
        return delivery == null || kind == null ? null : indexKey(kind, delivery.since(), delivery.id());
    }

    private static @Nullable Bytes timerKey(@Nullable Delivery delivery) {
        return delivery == null
                        || delivery.timer() == Delivery.NEVER
                        || delivery.state().isInFlight()
                ? null
                : indexKey(kind(delivery), delivery.timer(), delivery.id());
    }

    private void count(@Nullable Delivery delivery, int by) {
        if (delivery != null && delivery.state().isInFlight()) {
            countInFlight(delivery, by);
        }
        if (delivery != null && !delivery.state().isEnd() && !CampaignStore.isQueued(delivery)) {
            open.merge(delivery.state(), (long) by, Long::sum);
        }
    }

    private static @Nullable Kind waitingForPeople(Delivery delivery) {
        return switch (delivery.state()) {
            // A campaign is reviewed as a whole.
            case AWAITING_APPROVAL -> CampaignStore.isQueued(delivery) ? null : Kind.AWAITING;
            case STRANDED -> Kind.STRANDED;
            default -> null;
        };
    }

    private void countInFlight(Delivery delivery, int by) {
        for (String through : SendLimits.through(delivery)) {
            if (inFlightThrough.merge(through, by, Integer::sum) == 0) {
                inFlightThrough.remove(through);
            }
        }
    }

    private static Kind kind(Delivery delivery) {
        return delivery.state() == DeliveryState.APPROVED ? Kind.READY : Kind.TIMER;
    }

    /** How many are due or claimed. */
    int inFlight() {
        return inFlight.size();
    }

    /** How many are due or claimed through a channel, or through a channel to a domain. */
    int inFlightThrough(String through) {
        return inFlightThrough.getOrDefault(through, 0);
    }

    /** Approved deliveries whose time has come, the earliest first. */
    List<Ready> ready(long now, int most) {
        return entries(Kind.READY, now, most);
    }

    /** Deliveries with another timer that has passed: leases first, then the others, each the earliest first. */
    List<String> timers(long now, int most) {
        List<String> ids = new ArrayList<>();
        for (Lease lease : leases) {
            if (lease.time() > now || ids.size() >= most) {
                break;
            }
            ids.add(lease.id());
        }
        entries(Kind.TIMER, now, most - ids.size()).forEach(entry -> ids.add(entry.id()));
        return ids;
    }

    /** How many deliveries have not ended, by state, and since when the first of them waits for an approval. */
    LedgerGauges.Counts counts() {
        long oldest = Delivery.NEVER;
        if (!entries(Kind.AWAITING, Long.MAX_VALUE, 1).isEmpty()) {
            Bytes first = starts.getOrDefault(Kind.AWAITING, first(Kind.AWAITING));
            oldest = ByteBuffer.wrap(first.get(), 1, Long.BYTES).getLong() ^ Long.MIN_VALUE;
        }
        return new LedgerGauges.Counts(Map.copyOf(open), oldest);
    }

    /** Two numbers that a limit keeps; null if it has none yet. */
    long @Nullable [] limit(String name) {
        byte[] saved = store.get(key(Kind.LIMIT, name));
        if (saved == null) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(saved);
        return new long[] {buffer.getLong(), buffer.getLong()};
    }

    void putLimit(String name, long first, long second) {
        store.put(
                key(Kind.LIMIT, name),
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(first)
                        .putLong(second)
                        .array());
    }

    /** Drops the numbers of limits that are as if they had none: a mailing can have a limit for each of its domains. */
    void forgetLimits(Predicate<long[]> unused, int most) {
        List<Bytes> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.range(key(Kind.LIMIT, ""), end(Kind.LIMIT))) {
            while (found.size() < most && all.hasNext()) {
                KeyValue<Bytes, byte[]> next = all.next();
                ByteBuffer buffer = ByteBuffer.wrap(next.value);
                if (next.key.get()[0] == Kind.LIMIT.code
                        && unused.test(new long[] {buffer.getLong(), buffer.getLong()})) {
                    found.add(next.key);
                }
            }
        }
        found.forEach(store::delete);
    }

    /** The last receipt of the partition. */
    Receipt.Link chain() {
        byte[] saved = store.get(key(Kind.CHAIN, ""));
        if (saved == null) {
            return Receipt.Link.FIRST;
        }
        ByteBuffer buffer = ByteBuffer.wrap(saved);
        long sequence = buffer.getLong();
        return new Receipt.Link(sequence, new String(saved, Long.BYTES, buffer.remaining(), StandardCharsets.US_ASCII));
    }

    void putChain(Receipt.Link link) {
        byte[] hash = link.hash().getBytes(StandardCharsets.US_ASCII);
        store.put(
                key(Kind.CHAIN, ""),
                ByteBuffer.allocate(Long.BYTES + hash.length)
                        .putLong(link.sequence())
                        .put(hash)
                        .array());
    }

    private List<Ready> entries(Kind kind, long upTo, int most) {
        List<Ready> ids = new ArrayList<>();
        if (most <= 0) {
            return ids;
        }
        Bytes from = starts.getOrDefault(kind, first(kind));
        Bytes to = upTo == Long.MAX_VALUE ? end(kind) : indexKey(kind, upTo + 1, "");
        if (from.compareTo(to) > 0) {
            return ids;
        }
        Bytes start = end(kind);
        // Up to the end of the kind, and not of the time: what comes next is then known, and the next look at nothing
        // is free.
        try (KeyValueIterator<Bytes, byte[]> found = store.range(from, end(kind))) {
            while (ids.size() < most && found.hasNext()) {
                KeyValue<Bytes, byte[]> next = found.next();
                byte[] key = next.key.get();
                // The end of a range is included, and the next kind may have a key of one byte.
                if (key.length > 1 + Long.BYTES && key[0] == kind.code) {
                    start = ids.isEmpty() ? next.key : start;
                    if (next.key.compareTo(to) >= 0) {
                        break;
                    }
                    String id = new String(key, 1 + Long.BYTES, key.length - 1 - Long.BYTES, StandardCharsets.UTF_8);
                    ids.add(new Ready(id, next.value.length > 0));
                }
            }
        }
        starts.put(kind, start);
        return ids;
    }

    /** Sorts by kind, then by time. */
    private static Bytes indexKey(Kind kind, long time, String id) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer key = ByteBuffer.allocate(1 + Long.BYTES + utf8.length);
        // Keys sort as unsigned bytes.
        key.put(kind.code).putLong(time ^ Long.MIN_VALUE).put(utf8);
        return Bytes.wrap(key.array());
    }

    private static Bytes key(Kind kind, String id) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + utf8.length).put(kind.code).put(utf8).array());
    }
}
