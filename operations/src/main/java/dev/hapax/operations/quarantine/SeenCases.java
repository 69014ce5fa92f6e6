package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The cases that were seen already, in little room: some 50 bytes each. */
final class SeenCases {

    private final Map<Partition, Set<Long>> offsets = new HashMap<>();

    private record Partition(String topic, int number) {}

    /** @return false when it was seen before */
    boolean add(Coordinates id) {
        return offsets.computeIfAbsent(new Partition(id.topic(), id.partition()), partition -> new HashSet<>())
                .add(id.offset());
    }
}
