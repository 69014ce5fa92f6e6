package dev.hapax.operations.replay;

import dev.hapax.config.DurationText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a stretch begins or ends, as a person says it. */
public sealed interface Bound {

    /** An offset, or a partition and an offset. */
    Pattern OFFSET = Pattern.compile("(?:(\\d{1,9}):)?(\\d{1,18})");

    /** As far as the topic goes: its first record there is, or its end by now. */
    record Edge() implements Bound {}

    /**
     * At these offsets.
     *
     * @param byPartition the offsets of single partitions
     * @param others the offset of all other partitions; null to leave them out
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

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static Offsets offsets(String option, String text) {
        Map<Integer, Long> byPartition = new HashMap<>();
        Long others = null;
        for (String part : text.split(",", -1)) {
            Matcher matcher = OFFSET.matcher(part.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(option + ": '" + text
                        + "' must be an offset, such as 4711, or partitions and offsets, such as 0:4711,2:0");
            }
            long offset = Long.parseLong(matcher.group(2));
            if (matcher.group(1) == null) {
                others = offset;
            } else {
                byPartition.put(Integer.parseInt(matcher.group(1)), offset);
            }
        }
        return new Offsets(byPartition, others);
    }

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static Bound ago(String option, String text, Instant now) {
        try {
            return new Time(now.minus(DurationText.parse(text).abs()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": '" + text + "' " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static Bound back(String option, long shift) {
        if (shift >= 0) {
            throw new IllegalArgumentException(option + ": " + shift
                    + " must be negative, such as -100: what comes after the committed offset has not been read yet");
        }
        return new BeforeCommitted(-shift);
    }
}
