package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.meters.InstanceCounts;
import dev.hapax.meters.OutcomeLabel;
import java.util.EnumMap;
import java.util.Map;

/** The number of messages by outcome. */
record MessageCounts(long read, long admitted, long duplicates, long redeliveries, long quarantined, long alerts) {

    static final MessageCounts NONE = new MessageCounts(0, 0, 0, 0, 0, 0);

    static MessageCounts of(InstanceCounts tally) {
        Map<OutcomeLabel, Long> all = new EnumMap<>(OutcomeLabel.class);
        tally.messages()
                .values()
                .forEach(source -> source.forEach((outcome, count) -> all.merge(outcome, count, Long::sum)));
        return of(all, tally.alerts());
    }

    static MessageCounts of(Map<OutcomeLabel, Long> outcomes, long alerts) {
        long admitted = outcomes.getOrDefault(OutcomeLabel.ADMITTED, 0L);
        long duplicates = outcomes.getOrDefault(OutcomeLabel.DUPLICATE, 0L);
        long redeliveries = outcomes.getOrDefault(OutcomeLabel.REDELIVERY, 0L);
        long quarantined = outcomes.getOrDefault(OutcomeLabel.QUARANTINED, 0L);
        return new MessageCounts(
                admitted + duplicates + redeliveries + quarantined,
                admitted,
                duplicates,
                redeliveries,
                quarantined,
                alerts);
    }

    MessageCounts minus(MessageCounts other) {
        return new MessageCounts(
                read - other.read,
                admitted - other.admitted,
                duplicates - other.duplicates,
                redeliveries - other.redeliveries,
                quarantined - other.quarantined,
                alerts - other.alerts);
    }

    double duplicateRate() {
        return duplicateRate((double) duplicates, (double) read);
    }

    /** The share of duplicates among the messages read; 0 if none were read. */
    static double duplicateRate(double duplicates, double read) {
        return read <= 0 ? 0 : Math.round(duplicates / read * 10_000) / 10_000.0;
    }

    ObjectNode json() {
        return AdminJson.object()
                .put("read", read)
                .put("admitted", admitted)
                .put("duplicates", duplicates)
                .put("redeliveries", redeliveries)
                .put("quarantined", quarantined)
                .put("alerts", alerts);
    }
}
