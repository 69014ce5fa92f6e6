package dev.hapax.admin.feed;

import dev.hapax.topics.Topic;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The next offset of a reader of events, by topic and partition. Immutable. */
final class Position {

    static final Position NOWHERE = new Position(new EnumMap<>(Topic.class));

    private static final long[] NONE = {};

    private final EnumMap<Topic, long[]> next;

    private Position(EnumMap<Topic, long[]> next) {
        this.next = next;
    }

    Set<Topic> topics() {
        return next.keySet();
    }

    int partitions(Topic topic) {
        return offsets(topic).length;
    }

    /** 0 for a partition that it does not have: a reader that does not know a partition has seen nothing of it. */
    long next(Topic topic, int partition) {
        long[] offsets = offsets(topic);
        return partition < offsets.length ? offsets[partition] : 0;
    }

    private long[] offsets(Topic topic) {
        return next.getOrDefault(topic, NONE);
    }

    Position with(Topic topic, int partition, long offset) {
        long[] offsets = offsets(topic);
        long[] changed = Arrays.copyOf(offsets, Math.max(offsets.length, partition + 1));
        changed[partition] = offset;
        return with(topic, changed);
    }

    /** @param offsets by partition; the caller no longer changes them */
    Position with(Topic topic, long[] offsets) {
        EnumMap<Topic, long[]> changed = new EnumMap<>(next);
        changed.put(topic, offsets);
        return new Position(changed);
    }

    /**
     * This position for a reader of the feed's topics. In a topic that it does not name, because the feed did not read
     * that topic when the token was written, the reader starts where the feed is.
     */
    Position alignedWith(Position feed) {
        if (topics().equals(feed.topics())) {
            return this;
        }
        EnumMap<Topic, long[]> aligned = new EnumMap<>(feed.next);
        aligned.replaceAll((topic, offsets) -> next.getOrDefault(topic, offsets));
        return new Position(aligned);
    }

    /** Whether this one is further in at least one partition. */
    boolean isAheadOf(Position other) {
        for (Map.Entry<Topic, long[]> topic : next.entrySet()) {
            for (int partition = 0; partition < topic.getValue().length; partition++) {
                if (topic.getValue()[partition] > other.next(topic.getKey(), partition)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position position
                && topics().equals(position.topics())
                && topics().stream().allMatch(topic -> Arrays.equals(offsets(topic), position.offsets(topic)));
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        next.forEach((topic, offsets) -> text.append(topic).append(Arrays.toString(offsets)));
        return text.toString();
    }
}
