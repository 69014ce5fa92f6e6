package dev.hapax.app.replay;

import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.BoundWords;
import dev.hapax.operations.replay.Selection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From the words of the command line to the part of a topic that is meant. */
final class RangeWords {

    private RangeWords() {}

    /** @throws IllegalArgumentException that names the option, its value and what it should be */
    static Selection selection(StartOptions options, Instant now) {
        List<Bound> from = new ArrayList<>();
        if (options.fromOffset != null) {
            from.add(BoundWords.offsets("--from-offset", options.fromOffset));
        }
        if (options.fromDatetime != null) {
            from.add(new Bound.Time(Moment.parse("--from-datetime", options.fromDatetime, now)));
        }
        if (options.byDuration != null) {
            from.add(BoundWords.ago("--by-duration", options.byDuration, now));
        }
        if (options.shiftBy != null) {
            from.add(BoundWords.back("--shift-by", options.shiftBy));
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
            return BoundWords.offsets("--to-offset", options.toOffset);
        }
        return options.toDatetime == null
                ? new Bound.Edge()
                : new Bound.Time(Moment.parse("--to-datetime", options.toDatetime, now));
    }

    /** Messages a second; 0 where nothing is said, or that there is no limit. */
    static int rate(@Nullable String text) {
        return text == null || text.strip().equals("0") ? 0 : BoundWords.rate("--rate", text);
    }
}
