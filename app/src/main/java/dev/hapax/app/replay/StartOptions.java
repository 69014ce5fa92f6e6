package dev.hapax.app.replay;

import dev.hapax.app.Candidates;
import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a replay and of its dry run. */
final class StartOptions {

    @Option(
            names = "--topic",
            paramLabel = "T",
            required = true,
            completionCandidates = Candidates.SourceTopics.class,
            description = "The topic to replay: one of the source topics.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    String topic;

    @Option(
            names = "--from-offset",
            paramLabel = "P:N",
            description = "Start at this offset: N for every partition, or P:N,P:N for these partitions only.")
    @Nullable
    String fromOffset;

    @Option(
            names = "--to-offset",
            paramLabel = "P:N",
            description = "End before this offset (default: the current end).")
    @Nullable
    String toOffset;

    @Option(
            names = "--from-datetime",
            paramLabel = "TIME",
            description = "Start at this time, such as 2026-05-05T16:00:00Z. The default time zone is UTC.")
    @Nullable
    String fromDatetime;

    @Option(names = "--to-datetime", paramLabel = "TIME", description = "End before this time.")
    @Nullable
    String toDatetime;

    @Option(names = "--by-duration", paramLabel = "D", description = "Start this long ago, such as PT1H, 1h or 30m.")
    @Nullable
    String byDuration;

    @Option(
            names = "--shift-by",
            paramLabel = "-N",
            description = "Start N offsets before the committed offset of each partition.")
    @Nullable
    Long shiftBy;

    @Option(names = "--to-earliest", description = "Start at the oldest record.")
    boolean toEarliest;

    @Option(names = "--partitions", paramLabel = "P", split = ",", description = "Only these partitions, such as 0,2.")
    List<Integer> partitions = List.of();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "Only messages with identity=…, label=…, important=… or field.NAME=…. Use != for 'is not' and * for"
                            + " any text. If repeated, all conditions must match.")
    List<String> where = List.of();

    @Option(names = "--rate", paramLabel = "N/s", description = "The maximum number of messages per second.")
    @Nullable
    String rate;

    @Option(names = "--suppress-alerts", description = "Publish decisions, but no alerts and no deliveries.")
    boolean suppressAlerts;

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "", description = "Why; recorded with the replay.")
    @SuppressWarnings("NullAway.Init") // it has a default
    String reason;

    @Option(names = "--execute", description = "Apply the change. Without it, the command is a dry run.")
    boolean execute;

    @Option(
            names = "--shadow",
            description = "Publish nothing. Show which decisions the rules of --rules would change.")
    boolean shadow;

    @Option(names = "--rules", paramLabel = "FILE", description = "The rules for --shadow.")
    @Nullable
    Path rules;

    /** @throws IllegalArgumentException for options that exclude each other */
    void check() {
        if (shadow && rules == null) {
            throw new IllegalArgumentException("--shadow: the rules to compare with are missing. Add --rules FILE.");
        }
        if (rules != null && !shadow) {
            throw new IllegalArgumentException(
                    "--rules: a replay uses the rules of the configuration. Add --shadow to compare with other rules.");
        }
        if (shadow && execute) {
            throw new IllegalArgumentException("--shadow publishes nothing. Remove --execute.");
        }
    }

    /**
     * The range that they select.
     *
     * @throws IllegalArgumentException that names the option, its value and what it should be
     */
    ReplayRange range(Instant now) {
        List<Bound> from = new ArrayList<>();
        if (fromOffset != null) {
            from.add(Bound.offsets("--from-offset", fromOffset));
        }
        if (fromDatetime != null) {
            from.add(new Bound.Time(Moment.parse("--from-datetime", fromDatetime, now)));
        }
        if (byDuration != null) {
            from.add(Bound.ago("--by-duration", byDuration, now));
        }
        if (shiftBy != null) {
            from.add(Bound.back("--shift-by", shiftBy));
        }
        if (toEarliest) {
            from.add(new Bound.Edge());
        }
        if (from.size() != 1) {
            throw new IllegalArgumentException(
                    (from.isEmpty() ? "The start is missing. Add one of" : "More than one start. Use only one of")
                            + " --from-offset, --from-datetime, --by-duration, --shift-by or --to-earliest.");
        }
        return ordered(new ReplayRange(from.get(0), end(now), new HashSet<>(partitions)));
    }

    private Bound end(Instant now) {
        if (toOffset != null && toDatetime != null) {
            throw new IllegalArgumentException("More than one end. Use only one of --to-offset or --to-datetime.");
        }
        if (toOffset != null) {
            return Bound.offsets("--to-offset", toOffset);
        }
        return toDatetime == null ? new Bound.Edge() : new Bound.Time(Moment.parse("--to-datetime", toDatetime, now));
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
