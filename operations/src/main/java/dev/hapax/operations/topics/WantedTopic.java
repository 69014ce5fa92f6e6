package dev.hapax.operations.topics;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A topic Hapax needs.
 *
 * @param partitions how many it must have, where that matters
 * @param largestRecord bytes its records must be allowed to have at least, or for a source at most
 * @param configs what it is made with
 * @param needed the settings it must have, whoever made it
 */
public record WantedTopic(
        String name,
        Kind kind,
        OptionalInt partitions,
        int largestRecord,
        Map<String, String> configs,
        List<NeededSetting> needed) {

    /** Whose topic it is. */
    public enum Kind {
        /** An input: its owner makes it. */
        SOURCE,
        /** One of Hapax's own. */
        OWN,
        /** Made by Kafka Streams; looked at only where it exists. */
        INTERNAL
    }
}
