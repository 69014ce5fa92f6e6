package dev.hapax.dedup;

import dev.hapax.domain.GuardEntry;

/**
 * The record that was first of its identity, as the store keeps it.
 *
 * @param topic the input topic of the task; empty if the record came from a punctuation
 * @param partition the partition of that topic
 * @param offset the offset in that partition
 * @param timestamp event time, in milliseconds since 1970
 * @param outcome the text of {@link Deduplicate#outcome}, or an empty text
 */
public record FirstRecord(String topic, int partition, long offset, long timestamp, String outcome) {

    static FirstRecord of(GuardEntry entry) {
        return new FirstRecord(
                entry.first().topic(),
                entry.first().partition(),
                entry.first().offset(),
                entry.firstTime(),
                entry.label());
    }
}
