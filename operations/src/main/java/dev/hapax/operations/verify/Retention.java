package dev.hapax.operations.verify;

import java.util.Map;
import java.util.Set;

/**
 * What Kafka may have deleted by its own rules, so that its absence says nothing.
 *
 * @param compacted topics of which records go while later ones stay
 * @param begins the first offset left of each input partition, by {@link RecordPosition#partitionKey}
 * @param replays whether replays have been deleted
 * @param outcomes an input older than this may have had an outcome that is gone
 * @param firsts a decision or a quarantined record older than this may be gone
 * @param decisions a decision older than this may be gone
 * @param alerts an alert older than this may be gone
 */
record Retention(
        Set<Integer> compacted,
        Map<Long, Long> begins,
        boolean replays,
        long outcomes,
        long firsts,
        long decisions,
        long alerts) {

    /** Nothing was deleted. */
    static final Retention NONE =
            new Retention(Set.of(), Map.of(), false, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);

    boolean mayHaveTakenInput(Fact output) {
        if (output.generation() > 0) {
            return replays;
        }
        return compacted.contains(output.about().topic())
                || output.about().offset() < begins.getOrDefault(output.about().partitionKey(), 0L);
    }
}
