package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignShare;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What the store of the ledger holds for campaigns: those that the partition owns, its share of each one, and the queue of
 * deliveries that wait for the turn of their campaign.
 */
final class CampaignStore {

    /** Saved state contains these codes: never change them. {@link LedgerStore} has the ones before. */
    private static final byte STATE = 0;

    private static final byte QUEUED = 9;
    private static final byte SHARE = 10;
    private static final byte OWNED = 11;

    private static final int SHA256_BYTES = 32;

    /** A delivery that waits for its turn, with what an approval of its campaign covers. */
    record Queued(String id, int audience, String sha256, String target) {}

    /** How many deliveries of a campaign are in each state. */
    static final class Counts {
        private final Map<DeliveryState, Integer> states = new EnumMap<>(DeliveryState.class);

        Map<DeliveryState, Integer> states() {
            return Map.copyOf(states);
        }

        int inAnyOf(DeliveryState... wanted) {
            int sum = 0;
            for (DeliveryState state : wanted) {
                sum += states.getOrDefault(state, 0);
            }
            return sum;
        }

        private void add(Delivery delivery, int by) {
            states.merge(delivery.state(), by, Counts::sumOrNothing);
        }

        @SuppressWarnings("NullAway") // Null removes the entry of a map.
        private static Integer sumOrNothing(Integer one, Integer other) {
            return one + other == 0 ? null : one + other;
        }
    }

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<String, Counts> counts = new HashMap<>();
    /** By campaign, a key before which nothing is queued: RocksDB walks over what was deleted. */
    private final Map<String, Bytes> starts = new HashMap<>();

    CampaignStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        for (CampaignShare share : shares()) {
            counts.put(share.campaign().id(), counted(share));
        }
    }

    /** The deliveries of a campaign that has ended may be forgotten, so its numbers are kept. Others are counted again. */
    private Counts counted(CampaignShare share) {
        Counts counted = new Counts();
        if (share.campaign().status().isEnd()) {
            counted.states.putAll(share.counts());
            return counted;
        }
        deliveries(share.campaign().id(), delivery -> counted.add(delivery, 1));
        return counted;
    }

    /** Those of its deliveries that limits or failures make wait. */
    List<Delivery> approved(String campaign) {
        List<Delivery> found = new ArrayList<>();
        deliveries(campaign, delivery -> {
            if (delivery.state() == DeliveryState.APPROVED) {
                found.add(delivery);
            }
        });
        return found;
    }

    private void deliveries(String campaign, Consumer<Delivery> each) {
        String ids = Recipient.deliveryIds(campaign);
        Bytes from = key(STATE, ids);
        Bytes to = key(STATE, ids.substring(0, ids.length() - 1) + (char) (':' + 1));
        try (KeyValueIterator<Bytes, byte[]> all = store.range(from, to)) {
            while (all.hasNext()) {
                Delivery delivery = DeliveryFormat.readDelivery(all.next().value);
                if (delivery.draft().campaign() != null) {
                    each.accept(delivery);
                }
            }
        }
    }

    /** Of every campaign that was announced to this partition. */
    List<CampaignShare> shares() {
        List<CampaignShare> shares = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.range(key(SHARE, ""), key(OWNED, ""))) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> next = all.next();
                if (next.key.get()[0] == SHARE) {
                    shares.add(CampaignFormat.readShare(next.value));
                }
            }
        }
        return shares;
    }

    void put(CampaignShare share) {
        String id = share.campaign().id();
        counts.computeIfAbsent(id, unused -> new Counts());
        store.put(key(SHARE, id), CampaignFormat.write(share));
    }

    @Nullable
    Campaign owned(String id) {
        byte[] saved = store.get(key(OWNED, id));
        return saved == null ? null : CampaignFormat.readCampaign(saved);
    }

    /** @return the campaign as it is stored */
    byte[] putOwned(Campaign campaign) {
        byte[] bytes = CampaignFormat.write(campaign);
        store.put(key(OWNED, campaign.id()), bytes);
        return bytes;
    }

    Counts counts(String campaign) {
        return counts.computeIfAbsent(campaign, unused -> new Counts());
    }

    /** Keeps queue and counts in step with the state of a delivery. */
    void change(@Nullable Delivery before, @Nullable Delivery now) {
        InCampaign campaign = now != null
                ? now.draft().campaign()
                : before == null ? null : before.draft().campaign();
        if (campaign == null) {
            return;
        }
        Bytes old = queueKey(before);
        Bytes next = queueKey(now);
        if (old != null && !old.equals(next)) {
            store.delete(old);
        }
        if (now != null && next != null && !next.equals(old)) {
            store.put(next, approvable(now));
            starts.computeIfPresent(campaign.id(), (id, start) -> next.compareTo(start) < 0 ? next : start);
        }
        // What is forgotten still counts.
        if (now != null) {
            Counts counted = counts(campaign.id());
            if (before != null) {
                counted.add(before, -1);
            }
            counted.add(now, 1);
        }
    }

    /**
     * What waits for the turn of a campaign, by audience version and id.
     *
     * @param wanted asked for one after the other until it does not hold
     */
    void queued(String campaign, Predicate<Queued> wanted) {
        Bytes from = starts.getOrDefault(campaign, queueKey(campaign, 0, ""));
        Bytes to = queueKey(campaign, Integer.MAX_VALUE, "");
        Bytes first = to;
        try (KeyValueIterator<Bytes, byte[]> all = store.range(from, to)) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> next = all.next();
                first = first.equals(to) ? next.key : first;
                if (!wanted.test(queued(campaign, next))) {
                    break;
                }
            }
        }
        starts.put(campaign, first);
    }

    private static Queued queued(String campaign, KeyValue<Bytes, byte[]> entry) {
        int prefix = 2 + campaign.getBytes(StandardCharsets.UTF_8).length;
        byte[] key = entry.key.get();
        int audience = ByteBuffer.wrap(key, prefix, Integer.BYTES).getInt();
        int idAt = prefix + Integer.BYTES;
        return new Queued(
                new String(key, idAt, key.length - idAt, StandardCharsets.UTF_8),
                audience,
                HexFormat.of().formatHex(entry.value, 0, SHA256_BYTES),
                new String(entry.value, SHA256_BYTES, entry.value.length - SHA256_BYTES, StandardCharsets.UTF_8));
    }

    private static byte[] approvable(Delivery delivery) {
        byte[] target = delivery.draft().target().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(SHA256_BYTES + target.length)
                .put(HexFormat.of().parseHex(delivery.draft().sha256()))
                .put(target)
                .array();
    }

    static boolean isQueued(Delivery delivery) {
        return delivery.state() == DeliveryState.AWAITING_APPROVAL
                && delivery.draft().campaign() != null;
    }

    private static @Nullable Bytes queueKey(@Nullable Delivery delivery) {
        InCampaign campaign = delivery == null ? null : delivery.draft().campaign();
        return delivery == null || campaign == null || !isQueued(delivery)
                ? null
                : queueKey(campaign.id(), campaign.audience(), delivery.id());
    }

    /** Ids of campaigns have no zero byte. */
    private static Bytes queueKey(String campaign, int audience, String id) {
        byte[] utf8 = campaign.getBytes(StandardCharsets.UTF_8);
        byte[] idUtf8 = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer key = ByteBuffer.allocate(2 + utf8.length + Integer.BYTES + idUtf8.length);
        key.put(QUEUED).put(utf8).put((byte) 0).putInt(audience).put(idUtf8);
        return Bytes.wrap(key.array());
    }

    private static Bytes key(byte kind, String id) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + utf8.length).put(kind).put(utf8).array());
    }
}
