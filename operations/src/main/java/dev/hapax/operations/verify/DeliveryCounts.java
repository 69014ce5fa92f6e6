package dev.hapax.operations.verify;

import dev.hapax.delivery.DeliveryState;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of the deliveries.
 *
 * @param states how many are in each state
 * @param waiting staged, and not read by an instance yet
 * @param lost staged, and neither in the ledger nor refused
 * @param refused stagings that the ledger refused
 * @param unknown of which Kafka has deleted what would show whether they are right
 */
public record DeliveryCounts(
        Map<DeliveryState, Long> states,
        long waiting,
        long lost,
        long refused,
        long receipts,
        long claims,
        long unknown) {

    /** Where delivery is not configured. */
    public static final DeliveryCounts NONE = new DeliveryCounts(Map.of(), 0, 0, 0, 0, 0, 0);

    public DeliveryCounts {
        EnumMap<DeliveryState, Long> ordered = new EnumMap<>(DeliveryState.class);
        ordered.putAll(states);
        states = ordered;
    }

    /** All that are known. */
    public long deliveries() {
        return states.values().stream().mapToLong(Long::longValue).sum() + waiting + lost;
    }
}
