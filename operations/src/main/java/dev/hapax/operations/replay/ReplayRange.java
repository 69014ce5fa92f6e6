package dev.hapax.operations.replay;

import dev.hapax.operations.OperationException;
import dev.hapax.operations.Range;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a topic is meant, before it is known what the topic has.
 *
 * @param partitions only these; empty for all
 */
public record ReplayRange(Bound from, Bound to, Set<Integer> partitions) {

    public ReplayRange {
        partitions = Set.copyOf(partitions);
    }

    /** @throws OperationException when the topic has no such part */
    Stretch resolve(Places places) {
        SortedMap<Integer, Range> whole = places.whole();
        refuseUnknown(places.topic(), whole);
        Map<Integer, Long> committed = from instanceof Bound.BeforeCommitted || to instanceof Bound.BeforeCommitted
                ? places.committed()
                : Map.of();
        Map<Integer, Long> begin = from instanceof Bound.Time time ? places.at(time.time()) : Map.of();
        Map<Integer, Long> end = to instanceof Bound.Time time ? places.at(time.time()) : Map.of();
        SortedMap<Integer, Range> ranges = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        whole.forEach((partition, there) -> {
            if (isMeant(partition)) {
                Place place = new Place(places.topic(), partition, there, committed.get(partition));
                long first = begin(place, begin.get(partition), notes);
                ranges.put(partition, new Range(first, end(place, first, end.get(partition), notes)));
            }
        });
        return new Stretch(places.topic(), ranges, notes);
    }

    private boolean isMeant(int partition) {
        // Offsets of single partitions leave out all other partitions.
        boolean said = !(from instanceof Bound.Offsets offsets) || offsets.of(partition) != null;
        return said && (partitions.isEmpty() || partitions.contains(partition));
    }

    private long begin(Place place, @Nullable Long atTime, List<String> notes) {
        Range there = place.there();
        if (from instanceof Bound.Edge) {
            return there.from();
        }
        if (from instanceof Bound.Time) {
            return atTime == null ? there.to() : place.clamped(atTime);
        }
        if (from instanceof Bound.BeforeCommitted before) {
            return place.clamped(place.requireCommitted() - before.offsets());
        }
        long asked = Objects.requireNonNull(((Bound.Offsets) from).of(place.partition()));
        if (asked > there.to()) {
            throw new OperationException(
                    place + " ends at " + there.to() + ": " + asked + " to begin at is after its end");
        }
        if (asked < there.from()) {
            notes.add(place + " begins at " + there.from() + ": what was before is deleted");
        }
        return place.clamped(asked);
    }

    private long end(Place place, long first, @Nullable Long atTime, List<String> notes) {
        Range there = place.there();
        long asked = there.to();
        if (to instanceof Bound.Time) {
            // A stretch that ends before it begins has nothing of this partition: its times are out of order.
            asked = Math.max(first, atTime == null ? there.to() : atTime);
        } else if (to instanceof Bound.Offsets offsets) {
            Long said = offsets.of(place.partition());
            asked = said == null ? there.to() : said;
        } else if (to instanceof Bound.BeforeCommitted before) {
            asked = Math.max(first, place.requireCommitted() - before.offsets());
        } else if (from instanceof Bound.BeforeCommitted) {
            asked = Math.max(first, place.requireCommitted());
        }
        if (asked < first) {
            throw new OperationException(
                    place + ": " + asked + " to end before is not after " + first + ", where it begins");
        }
        if (asked > there.to() && to instanceof Bound.Offsets) {
            notes.add(place + " ends at " + there.to() + ", not at " + asked);
        }
        return place.clamped(asked);
    }

    private void refuseUnknown(String topic, SortedMap<Integer, Range> whole) {
        Set<Integer> named = new TreeSet<>(partitions);
        for (Bound bound : List.of(from, to)) {
            if (bound instanceof Bound.Offsets offsets) {
                named.addAll(offsets.byPartition().keySet());
            }
        }
        named.removeAll(whole.keySet());
        if (!named.isEmpty()) {
            throw new OperationException(
                    "topic " + topic + " has no partition " + named + ": it has 0 to " + whole.lastKey());
        }
    }

    /** One partition while its part is worked out. */
    private record Place(
            String topic,
            int partition,
            Range there,
            @Nullable Long committed) {

        long requireCommitted() {
            if (committed == null) {
                throw new OperationException(
                        this + ": the application has committed no offset of it to go back from: say offsets or times");
            }
            return committed;
        }

        long clamped(long offset) {
            return Math.min(Math.max(offset, there.from()), there.to());
        }

        @Override
        public String toString() {
            return "partition " + partition + " of " + topic;
        }
    }

    /**
     * What is to be read of a topic, fixed: what comes in later does not belong to it.
     *
     * @param ranges by partition; some may be empty
     * @param notes where it is not quite what was asked for
     */
    public record Stretch(String topic, SortedMap<Integer, Range> ranges, List<String> notes) {

        public Stretch {
            ranges = Collections.unmodifiableSortedMap(new TreeMap<>(ranges));
            notes = List.copyOf(notes);
        }

        public boolean isEmpty() {
            return ranges.values().stream().allMatch(Range::isEmpty);
        }

        Map<TopicPartition, Range> byTopicPartition() {
            Map<TopicPartition, Range> all = new HashMap<>();
            ranges.forEach((partition, range) -> all.put(new TopicPartition(topic, partition), range));
            return all;
        }
    }

    /** What there is to know of the partitions of a topic. */
    interface Places {

        String topic();

        /** From the first record there is to the end of what is committed by now, by partition. */
        SortedMap<Integer, Range> whole();

        /** How far the application is; without the partitions of which it has committed nothing. */
        Map<Integer, Long> committed();

        /** The first offset of that time or later; without the partitions that have none. */
        Map<Integer, Long> at(Instant time);
    }
}
