package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Coordinates with the topic as a number, see {@link TopicNumbers}. */
record RecordPosition(int topic, int partition, long offset) {

    static RecordPosition of(long partitionKey, long offset) {
        return new RecordPosition((int) (partitionKey >>> 32), (int) partitionKey, offset);
    }

    /** Topic and partition in one number. */
    long partitionKey() {
        return partitionKey(topic, partition);
    }

    static long partitionKey(int topic, int partition) {
        return ((long) topic << 32) | partition;
    }

    /** A number for each topic that is met, so that a fact has a fixed size. */
    static final class TopicNumbers {

        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> names = new ArrayList<>();

        int of(String topic) {
            return numbers.computeIfAbsent(topic, name -> {
                names.add(name);
                return names.size() - 1;
            });
        }

        String name(int number) {
            return names.get(number);
        }

        RecordPosition place(Coordinates at) {
            return new RecordPosition(of(at.topic()), at.partition(), at.offset());
        }

        Coordinates coordinates(RecordPosition place) {
            return new Coordinates(name(place.topic()), place.partition(), place.offset());
        }
    }
}
