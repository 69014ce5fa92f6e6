package dev.hapax.meters;

import java.util.Map;

/**
 * What an instance has counted since it started: everything it processed, what an aborted transaction made it repeat included.
 *
 * @param messages by source, {@link Meters#UNKNOWN} where it could not be told, and what became of them
 * @param quarantinedByReason every reason there is, those that never occurred with 0
 * @param alerts important decisions that were published as alerts
 */
public record InstanceCounts(
        Map<String, Map<OutcomeLabel, Long>> messages,
        Map<String, Long> quarantinedByReason,
        Map<String, Long> decisionsByLabel,
        long alerts) {}
