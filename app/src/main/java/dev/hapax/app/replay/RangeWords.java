package dev.hapax.app.replay;

import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the options of the command line into a range of a topic. */
final class RangeWords {

    private static final Pattern ID = Pattern.compile("r[1-9][0-9]{0,9}");

    private RangeWords() {}

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static ReplayRange selection(StartOptions options, Instant now) {
        List<Bound> from = new ArrayList<>();
        if (options.fromOffset != null) {
            from.add(Bound.offsets("--from-offset", options.fromOffset));
        }
        if (options.fromDatetime != null) {
            from.add(new Bound.Time(Moment.parse("--from-datetime", options.fromDatetime, now)));
        }
        if (options.byDuration != null) {
            from.add(Bound.ago("--by-duration", options.byDuration, now));
        }
        if (options.shiftBy != null) {
            from.add(Bound.back("--shift-by", options.shiftBy));
        }
        if (options.toEarliest) {
            from.add(new Bound.Edge());
        }
        if (from.size() != 1) {
            throw new IllegalArgumentException(
                    (from.isEmpty() ? "The start is missing. Add one of" : "More than one start. Use only one of")
                            + " --from-offset, --from-datetime, --by-duration, --shift-by or --to-earliest.");
        }
        return ordered(new ReplayRange(from.get(0), end(options, now), new HashSet<>(options.partitions)));
    }

    private static Bound end(StartOptions options, Instant now) {
        if (options.toOffset != null && options.toDatetime != null) {
            throw new IllegalArgumentException("More than one end. Use only one of --to-offset or --to-datetime.");
        }
        if (options.toOffset != null) {
            return Bound.offsets("--to-offset", options.toOffset);
        }
        return options.toDatetime == null
                ? new Bound.Edge()
                : new Bound.Time(Moment.parse("--to-datetime", options.toDatetime, now));
    }

    /** @throws IllegalArgumentException if it can't be the id of a replay */
    static void requireId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "ID: '" + id + "' must be the id of a replay such as r1, as shown by 'hapax replay list'.");
        }
    }

    private static ReplayRange ordered(ReplayRange selection) {
        if (selection.from() instanceof Bound.Time from
                && selection.to() instanceof Bound.Time to
                && !from.time().isBefore(to.time())) {
            throw new IllegalArgumentException(
                    "--to-datetime: " + to.time() + " must be after the start, " + from.time() + ".");
        }
        if (selection.from() instanceof Bound.Offsets from
                && selection.to() instanceof Bound.Offsets to
                && from.others() != null
                && to.others() != null
                && from.others() > to.others()) {
            throw new IllegalArgumentException(
                    "--to-offset: " + to.others() + " must not be before --from-offset " + from.others() + ".");
        }
        return selection;
    }

    /** Messages a second; 0 for no limit. */
    static int rate(@Nullable String text) {
        return text == null || text.strip().equals("0") ? 0 : Replays.Request.rate("--rate", text);
    }
}
