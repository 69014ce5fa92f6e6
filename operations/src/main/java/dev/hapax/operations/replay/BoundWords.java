package dev.hapax.operations.replay;

import dev.hapax.config.DurationText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bounds and rates as people write them. Each error names the option, its value and what it should be. */
public final class BoundWords {

    private static final Pattern PART = Pattern.compile("(?:(\\d{1,9}):)?(\\d{1,18})");
    private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,8})(/s)?");

    private BoundWords() {}

    public static Bound.Offsets offsets(String option, String text) {
        Map<Integer, Long> byPartition = new HashMap<>();
        Long others = null;
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
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
        return new Bound.Offsets(byPartition, others);
    }

    public static Bound ago(String option, String text, Instant now) {
        try {
            return new Bound.Time(now.minus(DurationText.parse(text).abs()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": '" + text + "' " + e.getMessage(), e);
        }
    }

    public static Bound back(String option, long shift) {
        if (shift >= 0) {
            throw new IllegalArgumentException(option + ": " + shift
                    + " must be negative, such as -100: what comes after the committed offset has not been read yet");
        }
        return new Bound.BeforeCommitted(-shift);
    }

    /** Messages a second. */
    public static int rate(String option, String text) {
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(option + ": '" + text + "' must be messages a second, such as 500/s");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
