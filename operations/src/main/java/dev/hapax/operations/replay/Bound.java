package dev.hapax.operations.replay;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a stretch begins or ends, as a person says it. */
public sealed interface Bound {

    /** As far as the topic goes: its first record there is, or its end by now. */
    record Edge() implements Bound {}

    /**
     * At these offsets.
     *
     * @param byPartition what is said of single partitions
     * @param others what is said of all others; null where nothing is
     */
    record Offsets(Map<Integer, Long> byPartition, @Nullable Long others) implements Bound {
        public Offsets {
            byPartition = Map.copyOf(byPartition);
        }

        @Nullable
        Long of(int partition) {
            Long own = byPartition.get(partition);
            return own == null ? others : own;
        }
    }

    /** At the first record of this time or later. */
    record Time(Instant time) implements Bound {}

    /** So many offsets before what the application has committed. */
    record BeforeCommitted(long offsets) implements Bound {
        public BeforeCommitted {
            if (offsets < 1) {
                throw new IllegalArgumentException(offsets + " is not a number of offsets to go back by");
            }
        }
    }
}
