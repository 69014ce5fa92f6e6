package dev.hapax.operations.verify;

import java.util.List;
import java.util.Map;

/**
 * What was found.
 *
 * @param counts how many anomalies there are, by name
 * @param anomalies the first thousand of them
 */
public record Verification(
        List<PartitionCount> partitions, VerifyTotals totals, Map<AnomalyName, Long> counts, List<Anomaly> anomalies) {

    public long anomalyCount() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether everything was checked, and nothing is wrong. */
    public boolean ok() {
        return soundAsFarAsKnown() && totals.notKnown() == 0;
    }

    /** Whether nothing is wrong of what could be checked. */
    public boolean soundAsFarAsKnown() {
        return anomalyCount() == 0
                && partitions.stream().allMatch(partition -> partition.count().addsUp());
    }
}
