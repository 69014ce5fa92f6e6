package dev.hapax.operations.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of the deliveries that match a query.
 *
 * @param next where the next page starts; null if this is the last one
 * @param total how many match
 * @param states how many match in each state, whatever states the query asks for
 */
public record DeliveryPage(List<Delivery> items, @Nullable String next, int total, Map<DeliveryState, Integer> states) {

    /** In which order deliveries are listed. */
    public enum Order {
        /** Those that wait for approval first, low scores first. */
        REVIEW,
        /** Those that changed last first. */
        NEWEST;

        /** @throws IllegalArgumentException if there is no such order */
        public static Order of(@Nullable String name) {
            if (name == null || name.equals("review")) {
                return REVIEW;
            }
            if (name.equals("newest")) {
                return NEWEST;
            }
            throw new IllegalArgumentException("sort: '" + name + "' must be review or newest");
        }

        public Comparator<Delivery> comparator() {
            return Comparator.comparing(Key::of, keys());
        }

        private Comparator<Key> keys() {
            return switch (this) {
                case REVIEW ->
                    Comparator.comparing(Key::state)
                            .thenComparingDouble(Key::score)
                            .thenComparingLong(Key::since)
                            .thenComparing(Key::id);
                case NEWEST -> Comparator.comparingLong(Key::since).reversed().thenComparing(Key::id);
            };
        }
    }

    /** What deliveries are sorted by. It goes into the token of a page, so that a page starts at the same place even if its
     * first delivery has changed. */
    private record Key(DeliveryState state, double score, long since, String id) {

        static Key of(Delivery delivery) {
            return new Key(delivery.state(), delivery.draft().score(), delivery.since(), delivery.id());
        }

        String token() {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString((state + " " + score + " " + since + " " + id).getBytes(StandardCharsets.UTF_8));
        }

        static Key parse(String token) {
            try {
                String[] parts = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8).split(" ", 4);
                return new Key(
                        DeliveryState.valueOf(parts[0]),
                        Double.parseDouble(parts[1]),
                        Long.parseLong(parts[2]),
                        parts[3]);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "after: is no token of a page. Start again with the first page, without after.", e);
            }
        }
    }

    /**
     * @param after the token of the page; null for the first one
     * @throws IllegalArgumentException if the token is wrong
     */
    public static DeliveryPage of(
            Collection<Delivery> all, DeliveryQuery query, Order order, int limit, @Nullable String after) {
        Key from = after == null ? null : Key.parse(after);
        Comparator<Key> keys = order.keys();
        Map<DeliveryState, Integer> states = new EnumMap<>(DeliveryState.class);
        List<Delivery> matching = new ArrayList<>();
        int total = 0;
        for (Delivery delivery : all) {
            if (query.testAllButState(delivery)) {
                states.merge(delivery.state(), 1, Integer::sum);
                if (query.test(delivery)) {
                    total++;
                    if (from == null || keys.compare(Key.of(delivery), from) > 0) {
                        matching.add(delivery);
                    }
                }
            }
        }
        matching.sort(order.comparator());
        boolean more = matching.size() > limit;
        List<Delivery> items = List.copyOf(more ? matching.subList(0, limit) : matching);
        return new DeliveryPage(items, more ? Key.of(items.get(limit - 1)).token() : null, total, states);
    }

    /** The names of the states, in the order of a delivery's life. */
    public Map<String, Integer> stateCounts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        states.forEach((state, count) -> counts.put(state.name(), count));
        return counts;
    }
}
