package dev.hapax.admin.feed;

import java.util.Arrays;

/** How far a reader of events has come: the offset that is next, by topic and partition. Never changes. */
final class Position {

    static final Position NOWHERE = new Position(new long[0][]);

    private final long[][] next;

    private Position(long[][] next) {
        this.next = next;
    }

    /** @param next by topic and partition; not changed any more by whoever gives it */
    static Position of(long[][] next) {
        return new Position(next);
    }

    int topics() {
        return next.length;
    }

    int partitions(int topic) {
        return topic < next.length ? next[topic].length : 0;
    }

    /** 0 for a partition it does not know: whoever has not heard of it has seen nothing of it. */
    long next(int topic, int partition) {
        return partition < partitions(topic) ? next[topic][partition] : 0;
    }

    Position with(int topic, int partition, long offset) {
        long[][] changed = Arrays.copyOf(next, Math.max(next.length, topic + 1));
        for (int i = next.length; i < changed.length; i++) {
            changed[i] = new long[0];
        }
        changed[topic] = Arrays.copyOf(changed[topic], Math.max(changed[topic].length, partition + 1));
        changed[topic][partition] = offset;
        return new Position(changed);
    }

    /** The same of the first so many topics. */
    Position first(int topics) {
        return new Position(Arrays.copyOf(next, Math.min(topics, next.length)));
    }

    /** Whether there is a partition in which this one has come further. */
    boolean isAheadOf(Position other) {
        for (int topic = 0; topic < next.length; topic++) {
            for (int partition = 0; partition < next[topic].length; partition++) {
                if (next[topic][partition] > other.next(topic, partition)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position position && Arrays.deepEquals(next, position.next);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(next);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(next);
    }
}
