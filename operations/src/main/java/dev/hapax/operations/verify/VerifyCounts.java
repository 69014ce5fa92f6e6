package dev.hapax.operations.verify;

import java.util.HashMap;
import java.util.Map;

/** What a verification counts while it goes on: the messages by the partition they were read from, and the rest. */
final class VerifyCounts {

    private final Map<Long, Count> partitions = new HashMap<>();
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

    void alerts(int more) {
        alerts += more;
    }

    /** Further outcomes of a message that has one, as rewound offsets leave them. */
    void again(int more) {
        again += more;
    }

    void otherRules(int more) {
        otherRules += more;
    }

    void unknownOutputs(int more) {
        unknownOutputs += more;
    }

    void forgotten(int more) {
        forgotten += more;
    }

    /** Duplicate notes of which it is not known whether what they name as the first ever had an outcome. */
    void unknownFirsts(int more) {
        unknownFirsts += more;
    }

    /** Important decisions whose alert may be deleted. */
    void unknownAlerts(int more) {
        unknownAlerts += more;
    }

    Count of(long partitionKey) {
        return partitions.getOrDefault(partitionKey, Count.NONE);
    }

    VerifyTotals totals() {
        return new VerifyTotals(
                partitions.values().stream().reduce(Count.NONE, Count::plus),
                alerts,
                again,
                otherRules,
                unknownOutputs,
                forgotten,
                unknownFirsts,
                unknownAlerts);
    }
}
