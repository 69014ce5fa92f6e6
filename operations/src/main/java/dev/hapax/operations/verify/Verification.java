package dev.hapax.operations.verify;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found.
 *
 * @param deliveries what became of deliveries; null where delivery is not configured
 * @param counts how many anomalies there are, by name
 * @param anomalies the first thousand of them
 */
public record Verification(
        List<PartitionCount> partitions,
        VerifyTotals totals,
        @Nullable DeliveryCounts deliveries,
        Map<AnomalyName, Long> counts,
        List<Anomaly> anomalies) {

    public long anomalyCount() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether everything was checked, and nothing is wrong. */
    public boolean ok() {
        return soundAsFarAsKnown() && notKnown() == 0;
    }

    /** How much could not be checked, because Kafka has deleted what it would be checked against. */
    public long notKnown() {
        return totals.notKnown() + (deliveries == null ? 0 : deliveries.unknown());
    }

    /** Whether nothing is wrong of what could be checked. */
    public boolean soundAsFarAsKnown() {
        return anomalyCount() == 0
                && partitions.stream().allMatch(partition -> partition.count().addsUp());
    }
}
