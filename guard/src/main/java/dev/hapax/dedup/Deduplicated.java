package dev.hapax.dedup;

/**
 * A value with the verdict on its record.
 *
 * @param <V> type of the value
 */
public sealed interface Deduplicated<V> {

    /**
     * Returns the value of the record, unchanged.
     *
     * @return the value
     */
    V value();

    /**
     * The first record of its identity within the TTL. Process it.
     *
     * @param value the value of the record
     * @param <V> type of the value
     */
    record First<V>(V value) implements Deduplicated<V> {}

    /**
     * A copy of an earlier record: the same identity and, if a fingerprint is set, the same content. A record that is
     * read again, for example after a reset of offsets, is a duplicate of itself.
     *
     * @param value the value of the record
     * @param first the record that was first
     * @param <V> type of the value
     */
    record Duplicate<V>(V value, FirstRecord first) implements Deduplicated<V> {}

    /**
     * The same identity as an earlier record, with other content. Only with {@link Deduplicate#fingerprint}.
     *
     * @param value the value of the record
     * @param first the record that was first
     * @param <V> type of the value
     */
    record Conflict<V>(V value, FirstRecord first) implements Deduplicated<V> {}

    /**
     * Too old to judge: an entry of its identity may have been evicted, so it can be a first record or a duplicate.
     *
     * @param value the value of the record
     * @param oldestJudged records with an earlier timestamp than this are late, in milliseconds since 1970
     * @param <V> type of the value
     */
    record Late<V>(V value, long oldestJudged) implements Deduplicated<V> {}
}
