package dev.hapax.operations.replay;

import dev.hapax.operations.Range;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

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
