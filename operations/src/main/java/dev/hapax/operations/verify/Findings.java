package dev.hapax.operations.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts all findings and keeps the first of each name, so that thousands of one do not hide the other. */
final class Findings {

    static final int MOST = 1_000;

    private final Map<AnomalyName, List<Finding>> kept = new EnumMap<>(AnomalyName.class);
    private final Map<AnomalyName, Long> counts = new EnumMap<>(AnomalyName.class);

    void add(Finding finding) {
        AnomalyName name = finding.fault().anomaly();
        counts.merge(name, 1L, Long::sum);
        List<Finding> sameName = kept.computeIfAbsent(name, n -> new ArrayList<>());
        if (sameName.size() < MOST) {
            sameName.add(finding);
        }
    }

    Map<AnomalyName, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** The first of each name, by name; as many as are shown. */
    List<Finding> first() {
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
