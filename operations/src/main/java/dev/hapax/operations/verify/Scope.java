package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Which messages are verified, fixed before anything is read.
 *
 * @param verified of each input partition, from the first that was asked for to the committed offset
 * @param there of each input partition, everything that was there once the outputs' ends had been fixed
 * @param topics the inputs
 */
record Scope(Map<TopicPartition, Range> verified, Map<TopicPartition, Range> there, Set<String> topics) {

    /** How the message of an output relates to what is verified. */
    enum Standing {
        VERIFIED,
        /** Read by now, but not when the verification began; or before the time asked for. */
        OUTSIDE,
        /** Deleted by retention, or of a topic that is no source any more. */
        UNKNOWN,
        /** There is no such place. */
        NOWHERE
    }

    static Scope of(Map<TopicPartition, Range> verified, Map<TopicPartition, Range> there) {
        Set<String> topics = there.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        return new Scope(verified, there, topics);
    }

    /**
     * Of each partition what lies between.
     *
     * @param begins the first offset that is left
     * @param from where to begin instead; absent for the beginning
     * @param to where to end; absent where nothing has been read
     */
    static Map<TopicPartition, Range> between(
            Map<TopicPartition, Long> begins, Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
        Map<TopicPartition, Range> ranges = new HashMap<>();
        begins.forEach((partition, begin) -> {
            long first = Math.max(begin, from.getOrDefault(partition, begin));
            ranges.put(partition, new Range(first, Math.max(first, to.getOrDefault(partition, first))));
        });
        return ranges;
    }

    boolean verifies(TopicPartition partition, long offset) {
        Range range = verified.get(partition);
        return range != null && offset >= range.from() && offset < range.to();
    }

    /** A replay has the coordinates of the original. Only its record in the replays topic shows that it exists. */
    Standing of(Coordinates message, int generation) {
        if (generation > 0) {
            return Standing.VERIFIED;
        }
        TopicPartition partition = new TopicPartition(message.topic(), message.partition());
        Range all = there.get(partition);
        if (all == null) {
            return topics.contains(message.topic()) ? Standing.NOWHERE : Standing.UNKNOWN;
        }
        if (message.offset() >= all.to()) {
            return Standing.NOWHERE;
        }
        if (message.offset() < all.from()) {
            return Standing.UNKNOWN;
        }
        return verifies(partition, message.offset()) ? Standing.VERIFIED : Standing.OUTSIDE;
    }
}
