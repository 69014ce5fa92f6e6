package dev.hapax.operations.replay;

import dev.hapax.operations.Range;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;

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
