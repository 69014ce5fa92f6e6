package dev.hapax.meters;

import dev.hapax.delivery.DeliveryState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the ledgers of an instance last said of themselves. Their threads write, anyone reads. */
public final class LedgerGauges {

    private final Map<Object, Counts> counts = new ConcurrentHashMap<>();

    /**
     * @param open deliveries that have not ended, by state
     * @param awaitingSince epoch milliseconds since which the first of them waits for an approval; later than now if none does
     */
    public record Counts(Map<DeliveryState, Long> open, long awaitingSince) {}

    public void put(Object ledger, Counts newCounts) {
        counts.put(ledger, newCounts);
    }

    public void remove(Object ledger) {
        counts.remove(ledger);
    }

    long open(DeliveryState state) {
        return counts.values().stream()
                .mapToLong(it -> it.open().getOrDefault(state, 0L))
                .sum();
    }

    /** Seconds. */
    double approvalAge(long now) {
        return counts.values().stream()
                .mapToDouble(it -> Math.max(0, now - it.awaitingSince()) / 1_000.0)
                .max()
                .orElse(0);
    }
}
