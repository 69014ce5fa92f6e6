package dev.hapax.operations.topics;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A topic Hapax needs.
 *
 * @param partitions how many it must have, where that matters
 * @param ordered whether the order of all its records counts, so that it has one partition
 * @param largestRecord bytes its records must be allowed to have at least, or for a source at most
 * @param configs what it is made with
 * @param needed the settings it must have, even if someone else created it
 */
public record WantedTopic(
        String name,
        Kind kind,
        OptionalInt partitions,
        boolean ordered,
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

    /**
     * A topic setting that a guarantee rests on. Topics inherit it from the broker's defaults where nobody has set it.
     *
     * @param value the value the topic must have
     * @param orMore whether any larger number does as well
     * @param why what would happen with another value
     */
    public record NeededSetting(String key, String value, boolean orMore, String why) {

        static NeededSetting exactly(String key, String value, String why) {
            return new NeededSetting(key, value, false, why);
        }

        static NeededSetting atLeast(String key, long value, String why) {
            return new NeededSetting(key, Long.toString(value), true, why);
        }

        public boolean metBy(String actual) {
            return orMore ? Long.parseLong(actual) >= Long.parseLong(value) : actual.equals(value);
        }
    }
}
