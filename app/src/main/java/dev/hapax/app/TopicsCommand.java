package dev.hapax.app;

import dev.hapax.app.Terminal.Colour;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.operations.topics.WantedTopic.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax topics}: the topics that a configuration needs. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = "Create or check the topics that a configuration needs.")
final class TopicsCommand {

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Create missing topics. Existing topics are not changed.")
    int create(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Option(
                            names = "--replication-factor",
                            paramLabel = "N",
                            defaultValue = "-1",
                            description = "Replicas of each new topic (default: the default of the brokers).")
                    short replicationFactor,
            @Option(names = "--with-sources", description = "Create missing source topics as well.")
                    boolean withSources,
            @Option(names = "--dry-run", description = "Print what would be created and change nothing.")
                    boolean dryRun) {
        if (replicationFactor == 0 || replicationFactor < -1) {
            throw new IllegalArgumentException("--replication-factor: " + replicationFactor
                    + " must be 1 or more. Leave it out for the default of the brokers.");
        }
        Settings settings = config.load().settings();
        try (Cluster cluster = Cluster.connect(settings)) {
            List<Cluster.TopicFinding> found = cluster.inspect(TopicPlan.of(settings));
            List<WantedTopic> missing = found.stream()
                    .filter(finding -> !finding.exists())
                    .map(Cluster.TopicFinding::wanted)
                    .filter(topic -> topic.kind() == Kind.OWN || (withSources && topic.kind() == Kind.SOURCE))
                    .toList();
            if (!dryRun) {
                cluster.create(missing, settings.topics().partitions(), replicationFactor);
            }
            Set<String> made = missing.stream().map(WantedTopic::name).collect(Collectors.toSet());
            String verb = dryRun ? "would create" : "created";
            print(found, output, finding -> made.contains(finding.wanted().name()) ? verb : state(finding));
            return found.stream()
                            .filter(finding -> !made.contains(finding.wanted().name()))
                            .allMatch(finding -> finding.problems().isEmpty())
                    ? ExitCodes.DONE
                    : ExitCodes.FAILED;
        }
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Check that every topic exists, with the partitions and settings that Hapax needs.")
    int check(@Mixin ConfigOption config, @Mixin OutputOption output) {
        Settings settings = config.load().settings();
        try (Cluster cluster = Cluster.connect(settings)) {
            List<Cluster.TopicFinding> found = cluster.inspect(TopicPlan.of(settings));
            print(found, output, TopicsCommand::state);
            return found.stream().allMatch(finding -> finding.problems().isEmpty()) ? ExitCodes.DONE : ExitCodes.FAILED;
        }
    }

    private static String state(Cluster.TopicFinding finding) {
        if (!finding.exists()) {
            return finding.wanted().kind() == Kind.INTERNAL ? "pending (first run)" : "missing";
        }
        return finding.problems().isEmpty() ? "ok" : "misconfigured";
    }

    private void print(
            List<Cluster.TopicFinding> found, OutputOption output, Function<Cluster.TopicFinding, String> state) {
        Columns columns = Columns.headed(output.terminal(), "topic", "kind", "state", "partitions");
        for (Cluster.TopicFinding finding : found) {
            String text = state.apply(finding);
            columns.row(
                    finding.wanted().name(),
                    finding.wanted().kind().name().toLowerCase(Locale.ROOT),
                    new Columns.Cell(text, colour(text)),
                    finding.exists() ? finding.partitions() : "-");
        }
        output.print(
                OutputOption.list(
                        found.stream()
                                .map(finding -> row(finding, state.apply(finding)))
                                .toList(),
                        null),
                columns.lines());
        if (output.json()) {
            return;
        }
        found.stream()
                .filter(finding -> state(finding).equals(state.apply(finding)))
                .flatMap(finding -> finding.problems().stream())
                .forEach(problem -> output.err().println("hapax: " + problem));
        output.err().flush();
    }

    private static Colour colour(String state) {
        return switch (state) {
            case "ok", "created" -> Colour.GOOD;
            case "missing", "misconfigured" -> Colour.BAD;
            default -> Colour.ATTENTION;
        };
    }

    private static Map<String, @Nullable Object> row(Cluster.TopicFinding finding, String state) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("topic", finding.wanted().name());
        row.put("kind", finding.wanted().kind().name().toLowerCase(Locale.ROOT));
        row.put("state", state);
        row.put("partitions", finding.partitions());
        row.put("problems", finding.problems());
        return row;
    }
}
