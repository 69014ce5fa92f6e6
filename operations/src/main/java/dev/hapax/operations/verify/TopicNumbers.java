package dev.hapax.operations.verify;

import dev.hapax.domain.Coordinates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A number for each topic that is met, so that a fact has a fixed size. */
final class TopicNumbers {

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
