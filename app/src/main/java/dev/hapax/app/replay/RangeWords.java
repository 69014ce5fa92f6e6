package dev.hapax.app.replay;

import dev.hapax.config.DurationText;
import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.Selection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** From the words of the command line to the part of a topic that is meant. */
final class RangeWords {

    private static final Pattern PART = Pattern.compile("(?:(\\d{1,9}):)?(\\d{1,18})");
    private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,8})(/s)?");

    private RangeWords() {}

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static Selection selection(StartOptions options, Instant now) {
        List<Bound> from = new ArrayList<>();
        if (options.fromOffset != null) {
            from.add(offsets("--from-offset", options.fromOffset));
        }
        if (options.fromDatetime != null) {
            from.add(new Bound.Time(Moment.parse("--from-datetime", options.fromDatetime, now)));
        }
        if (options.byDuration != null) {
            from.add(ago(options.byDuration, now));
        }
        if (options.shiftBy != null) {
            from.add(back(options.shiftBy));
        }
        if (options.toEarliest) {
            from.add(new Bound.Edge());
        }
        if (from.size() != 1) {
            throw new IllegalArgumentException((from.isEmpty() ? "say where to begin" : "say only once where to begin")
                    + ": --from-offset, --from-datetime, --by-duration, --shift-by or --to-earliest");
        }
        return new Selection(from.get(0), end(options, now), new HashSet<>(options.partitions));
    }

    private static Bound end(StartOptions options, Instant now) {
        if (options.toOffset != null && options.toDatetime != null) {
            throw new IllegalArgumentException("say only once where to end: --to-offset or --to-datetime");
        }
        if (options.toOffset != null) {
            return offsets("--to-offset", options.toOffset);
        }
        return options.toDatetime == null
                ? new Bound.Edge()
                : new Bound.Time(Moment.parse("--to-datetime", options.toDatetime, now));
    }

    private static Bound.Offsets offsets(String option, String text) {
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

    private static Bound ago(String text, Instant now) {
        try {
            return new Bound.Time(now.minus(DurationText.parse(text).abs()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--by-duration: '" + text + "' " + e.getMessage(), e);
        }
    }

    private static Bound back(long shift) {
        if (shift >= 0) {
            throw new IllegalArgumentException("--shift-by: " + shift
                    + " must be negative, such as -100: what comes after the committed offset has not been read yet");
        }
        return new Bound.BeforeCommitted(-shift);
    }

    /** Messages a second; 0 where nothing is said. */
    static int rate(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--rate: '" + text + "' must be messages a second, such as 500/s");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
