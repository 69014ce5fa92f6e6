package dev.hapax.app.replay;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is said to begin a replay, or to be told what it would do. */
final class StartOptions {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The configuration, such as config/hapax.yaml.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    Path config;

    @Option(names = "--topic", paramLabel = "T", required = true, description = "The topic of one of its sources.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    String topic;

    @Option(
            names = "--from-offset",
            paramLabel = "P:N",
            description = "Begin at this offset: N for every partition, or P:N,P:N for these partitions only.")
    @Nullable
    String fromOffset;

    @Option(
            names = "--to-offset",
            paramLabel = "P:N",
            description = "End before this offset (default: the end as it is now).")
    @Nullable
    String toOffset;

    @Option(
            names = "--from-datetime",
            paramLabel = "TIME",
            description = "Begin at this time, such as 2026-05-05T16:00:00Z; UTC where no zone is said.")
    @Nullable
    String fromDatetime;

    @Option(names = "--to-datetime", paramLabel = "TIME", description = "End before this time.")
    @Nullable
    String toDatetime;

    @Option(names = "--by-duration", paramLabel = "D", description = "Begin so long ago, such as PT1H, 1h or 30m.")
    @Nullable
    String byDuration;

    @Option(
            names = "--shift-by",
            paramLabel = "-N",
            description = "The last N offsets of each partition before what the application has committed.")
    @Nullable
    Long shiftBy;

    @Option(names = "--to-earliest", description = "Begin at the oldest record there is.")
    boolean toEarliest;

    @Option(names = "--partitions", paramLabel = "P", split = ",", description = "Only these partitions, such as 0,2.")
    List<Integer> partitions = List.of();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "Only messages with identity=…, label=…, important=… or field.NAME=…; != for 'is not', * for any"
                            + " text. May be repeated: all must hold.")
    List<String> where = List.of();

    @Option(names = "--rate", paramLabel = "N/s", description = "At most so many messages a second.")
    @Nullable
    String rate;

    @Option(names = "--suppress-alerts", description = "Publish the decisions, but no alerts.")
    boolean suppressAlerts;

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "", description = "Why, for the record.")
    @SuppressWarnings("NullAway.Init") // it has a default
    String reason;

    @Option(names = "--execute", description = "Do it; without this it is only said what would be done.")
    boolean execute;

    @Option(
            names = "--shadow",
            description = "Publish nothing, but say where the rules of --rules would decide otherwise.")
    boolean shadow;

    @Option(names = "--rules", paramLabel = "FILE", description = "The rules to compare with, for --shadow.")
    @Nullable
    Path rules;

    /** @throws IllegalArgumentException for words that do not go together */
    void check() {
        if (shadow && rules == null) {
            throw new IllegalArgumentException("--shadow: say with which rules to compare: --rules FILE");
        }
        if (rules != null && !shadow) {
            throw new IllegalArgumentException(
                    "--rules: a replay is decided by the rules of the configuration; add --shadow to compare with others");
        }
        if (shadow && execute) {
            throw new IllegalArgumentException("--shadow publishes nothing: leave --execute out");
        }
    }
}
