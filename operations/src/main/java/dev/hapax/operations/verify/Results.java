package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Verification.Count;
import dev.hapax.operations.verify.Verification.Totals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a running verification has counted and found. It counts all findings and keeps the first of each name, so that
 * thousands of one do not hide the others.
 */
final class Results {
    static final int MOST = 1_000;

    private final Map<Long, Count> partitions = new HashMap<>();
    private final Map<AnomalyName, List<Finding>> kept = new EnumMap<>(AnomalyName.class);
    private final Map<AnomalyName, Long> counts = new EnumMap<>(AnomalyName.class);
    private long alerts;
    private long again;
    private long otherRules;
    private long unknownOutputs;
    private long forgotten;
    private long unknownFirsts;
    private long unknownAlerts;

    void add(long partitionKey, Count count) {
        partitions.merge(partitionKey, count, Count::plus);
    }

    void add(Finding finding) {
        AnomalyName name = finding.fault().anomaly();
        counts.merge(name, 1L, Long::sum);
        List<Finding> sameName = kept.computeIfAbsent(name, n -> new ArrayList<>());
        if (sameName.size() < MOST) {
            sameName.add(finding);
        }
    }

    void alerts(int more) {
        alerts += more;
    }

    void again(int more) {
        again += more;
    }

    void otherRules() {
        otherRules++;
    }

    void unknownOutput() {
        unknownOutputs++;
    }

    void forgotten() {
        forgotten++;
    }

    void unknownFirst() {
        unknownFirsts++;
    }

    void unknownAlert() {
        unknownAlerts++;
    }

    Count of(long partitionKey) {
        return partitions.getOrDefault(partitionKey, Count.NONE);
    }

    Totals totals() {
        return new Totals(
                partitions.values().stream().reduce(Count.NONE, Count::plus),
                alerts,
                again,
                otherRules,
                unknownOutputs,
                forgotten,
                unknownFirsts,
                unknownAlerts);
    }

    /** How many findings there are, by name. */
    Map<AnomalyName, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** The findings to show, by name. Each name gets an equal share of {@link #MOST}; the first names get what is left. */
    List<Finding> findings() {
        int total = kept.values().stream().mapToInt(List::size).sum();
        int each = MOST / AnomalyName.values().length;
        int left = MOST
                - kept.values().stream()
                        .mapToInt(all -> Math.min(each, all.size()))
                        .sum();
        List<Finding> first = new ArrayList<>(Math.min(total, MOST));
        for (List<Finding> all : kept.values()) {
            int more = Math.min(left, Math.max(0, all.size() - each));
            left -= more;
            first.addAll(all.subList(0, Math.min(each, all.size()) + more));
        }
        return first;
    }
}
