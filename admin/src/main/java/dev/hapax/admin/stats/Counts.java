package dev.hapax.admin.stats;

import dev.hapax.meters.Outcome;
import dev.hapax.meters.Tally;
import java.util.EnumMap;
import java.util.Map;

/** How many messages there were, by what became of them. */
record Counts(long read, long admitted, long duplicates, long redeliveries, long quarantined, long alerts) {

    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    static Counts of(Tally tally) {
        Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
        tally.messages()
                .values()
                .forEach(source -> source.forEach((outcome, count) -> all.merge(outcome, count, Long::sum)));
        return of(all, tally.alerts());
    }

    static Counts of(Map<Outcome, Long> outcomes, long alerts) {
        long admitted = outcomes.getOrDefault(Outcome.ADMITTED, 0L);
        long duplicates = outcomes.getOrDefault(Outcome.DUPLICATE, 0L);
        long redeliveries = outcomes.getOrDefault(Outcome.REDELIVERY, 0L);
        long quarantined = outcomes.getOrDefault(Outcome.QUARANTINED, 0L);
        return new Counts(
                admitted + duplicates + redeliveries + quarantined,
                admitted,
                duplicates,
                redeliveries,
                quarantined,
                alerts);
    }

    Counts minus(Counts other) {
        return new Counts(
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

    /** The share of those read that were duplicates; 0 where none was read. */
    static double duplicateRate(double duplicates, double read) {
        return read <= 0 ? 0 : Math.round(duplicates / read * 10_000) / 10_000.0;
    }
}
