package dev.hapax.operations;

/**
 * A stretch of a partition.
 *
 * @param from the first offset of it
 * @param to the first offset after it
 */
public record Range(long from, long to) {

    public Range {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no range: " + from + " to " + to);
        }
    }

    /** Offsets in it; of some, such as those of transaction markers, there is no record. */
    public long length() {
        return to - from;
    }

    public boolean isEmpty() {
        return from == to;
    }
}
