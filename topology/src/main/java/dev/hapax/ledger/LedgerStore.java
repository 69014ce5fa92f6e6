package dev.hapax.ledger;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.wire.DeliveryFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
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
        /** Index: every other delivery that waits for a time. */
        TIMER(3),
        /** Index: a delivery that is due or claimed; has no time. */
        IN_FLIGHT(4),
        /** The last receipt of the partition. */
        CHAIN(5);

        /** Saved state contains it: never change it. */
        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    private static final byte[] NOTHING = {};

    private final KeyValueStore<Bytes, byte[]> store;
    /**
     * By kind of index, a key before which there is no entry. What was handled is deleted at the start of an index, and RocksDB
     * walks over what was deleted: without this, each look would walk over the whole past.
     */
    private final Map<Kind, Bytes> starts = new EnumMap<>(Kind.class);

    private int inFlight;

    LedgerStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        this.inFlight =
                entries(Kind.IN_FLIGHT, Long.MAX_VALUE, Integer.MAX_VALUE).size();
    }

    /** @param largestRecord of the changelog, in bytes */
    static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(int largestRecord) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray())
                .withLoggingEnabled(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largestRecord)));
    }

    @Nullable
    Delivery get(String id) {
        byte[] state = store.get(key(Kind.STATE, id));
        return state == null ? null : DeliveryFormat.readDelivery(state);
    }

    byte @Nullable [] artifact(String id) {
        return store.get(key(Kind.ARTIFACT, id));
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
        byte[] state = DeliveryFormat.write(now);
        store.put(key(Kind.STATE, now.id()), state);
        index(before, now);
        return state;
    }

    void forget(Delivery delivery) {
        index(delivery, null);
        store.delete(key(Kind.STATE, delivery.id()));
        store.delete(key(Kind.ARTIFACT, delivery.id()));
    }

    /** Writes only what changes: each entry is a record of the changelog too. */
    private void index(@Nullable Delivery before, @Nullable Delivery now) {
        boolean wasInFlight = before != null && before.state().isInFlight();
        boolean isInFlight = now != null && now.state().isInFlight();
        if (wasInFlight && before != null && !isInFlight) {
            store.delete(indexKey(Kind.IN_FLIGHT, 0, before.id()));
            inFlight--;
        } else if (isInFlight && now != null && !wasInFlight) {
            store.put(indexKey(Kind.IN_FLIGHT, 0, now.id()), NOTHING);
            inFlight++;
        }
        Bytes old = timerKey(before);
        Bytes next = timerKey(now);
        if (old != null && !old.equals(next)) {
            store.delete(old);
        }
        if (next != null && now != null && !next.equals(old)) {
            store.put(next, NOTHING);
            starts.computeIfPresent(kind(now), (kind, start) -> next.compareTo(start) < 0 ? next : start);
        }
    }

    private static @Nullable Bytes timerKey(@Nullable Delivery delivery) {
        return delivery == null || delivery.timer() == Delivery.NEVER
                ? null
                : indexKey(kind(delivery), delivery.timer(), delivery.id());
    }

    private static Kind kind(Delivery delivery) {
        return delivery.state() == DeliveryState.APPROVED ? Kind.READY : Kind.TIMER;
    }

    /** How many are due or claimed. */
    int inFlight() {
        return inFlight;
    }

    /** Approved deliveries whose time has come, the earliest first. */
    List<String> ready(long now, int most) {
        return entries(Kind.READY, now, most);
    }

    /** Deliveries with another timer that has passed, the earliest first. */
    List<String> timers(long now, int most) {
        return entries(Kind.TIMER, now, most);
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

    private List<String> entries(Kind kind, long upTo, int most) {
        List<String> ids = new ArrayList<>();
        if (most <= 0) {
            return ids;
        }
        Bytes from = starts.getOrDefault(kind, indexKey(kind, Long.MIN_VALUE, ""));
        Bytes to =
                upTo == Long.MAX_VALUE ? Bytes.wrap(new byte[] {(byte) (kind.code + 1)}) : indexKey(kind, upTo + 1, "");
        if (from.compareTo(to) > 0) {
            return ids;
        }
        Bytes start = to;
        try (KeyValueIterator<Bytes, byte[]> found = store.range(from, to)) {
            while (ids.size() < most && found.hasNext()) {
                Bytes next = found.next().key;
                byte[] key = next.get();
                // The end of a range is included, and the next kind may have a key of one byte.
                if (key.length > 1 + Long.BYTES && key[0] == kind.code) {
                    start = ids.isEmpty() ? next : start;
                    ids.add(new String(key, 1 + Long.BYTES, key.length - 1 - Long.BYTES, StandardCharsets.UTF_8));
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
