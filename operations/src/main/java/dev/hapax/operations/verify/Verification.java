package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Range;
import dev.hapax.operations.verify.Verification.Count;
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
        Totals totals,
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

    /**
     * What became of the messages that were read, each counted once.
     *
     * @param read messages read up to the committed offsets
     * @param redeliveries records that were read again, and suppressed
     * @param inFlight taken in, but not shown to the guard yet
     * @param unknown whose outcome is so old that retention may have deleted it
     * @param lost without any of these
     */
    public record Count(
            long read,
            long admitted,
            long duplicates,
            long redeliveries,
            long quarantined,
            long inFlight,
            long unknown,
            long lost) {

        public static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0, 0);

        public Count plus(Count other) {
            return new Count(
                    read + other.read,
                    admitted + other.admitted,
                    duplicates + other.duplicates,
                    redeliveries + other.redeliveries,
                    quarantined + other.quarantined,
                    inFlight + other.inFlight,
                    unknown + other.unknown,
                    lost + other.lost);
        }

        /** Whether everything read is accounted for. */
        public boolean addsUp() {
            return read == admitted + duplicates + redeliveries + quarantined + inFlight + unknown;
        }
    }

    /** What became of the messages of one input partition, within this stretch of it. */
    public record PartitionCount(String topic, int partition, Range range, Count count) {}

    /**
     * What was counted over all partitions.
     *
     * @param again further outcomes of messages that have one, from offsets that were rewound
     * @param otherRules decisions by rules that are neither configured nor recorded, so that they cannot be made again
     * @param unknownOutputs records about messages that retention has deleted, or of sources that are not configured any more
     * @param forgotten identities an operator gave a command about, which may act again
     * @param unknownFirsts duplicates of messages whose own outcome may be deleted
     * @param unknownAlerts important decisions whose alert may be deleted
     */
    public record Totals(
            Count messages,
            long alerts,
            long again,
            long otherRules,
            long unknownOutputs,
            long forgotten,
            long unknownFirsts,
            long unknownAlerts) {

        /** Everything that could not be checked, because Kafka has deleted what it would be checked against. */
        public long notKnown() {
            return messages.unknown() + unknownOutputs + unknownFirsts + unknownAlerts;
        }
    }

    /**
     * Something that is wrong.
     *
     * @param coordinates of the message, or of the record itself if it does not name a message
     * @param generation under which the message acted; 0 unless it was replayed
     * @param identity null where it is not known
     * @param record the coordinates of the record that shows it
     */
    public record Anomaly(
            AnomalyName name,
            Coordinates coordinates,
            int generation,
            @Nullable String identity,
            Coordinates record,
            String detail) {}
}
