package dev.hapax.app;

import dev.hapax.app.Terminal.Colour;
import dev.hapax.classify.rules.RuleExamples;
import dev.hapax.classify.rules.RuleExamples.Result;
import dev.hapax.classify.rules.RuleSet;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hapax rules}: whether a rule file says what its author meant, and which versions are in force. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description = "Check a rule file, apply it to running instances, or list the versions that were applied.",
        subcommands = {RulesApplyCommand.class, RulesCommand.HistoryCommand.class})
final class RulesCommand {

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Read a rule file and run the examples written beside each rule.")
    int check(
            @Parameters(paramLabel = "FILE", description = "The rules, such as config/rules.yaml.") Path file,
            @Mixin OutputOption output) {
        RuleSet rules = RuleSet.load(file);
        List<Result> results = RuleExamples.check(rules);
        List<Result> failed = failed(results);
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("version", rules.version());
        summary.put("rules", rules.ids().size());
        summary.put("examples", results.size());
        summary.put("failed", failed.stream().map(RulesCommand::row).toList());
        List<String> text = new ArrayList<>();
        failed.forEach(result -> text.add(line(file, result)));
        text.add(rules.version() + ": " + rules.ids().size() + " rules, " + results.size() + " examples, "
                + (failed.isEmpty() ? "all pass" : failed.size() + " fail"));
        output.print(summary, text);
        return failed.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    static List<Result> failed(List<Result> results) {
        return results.stream().filter(result -> !result.passed()).toList();
    }

    static String line(Path file, Result failed) {
        return file + ":" + failed.line() + ": rule " + failed.rule() + ", example " + failed.number() + ": expected "
                + failed.expected() + ", decided by " + failed.got();
    }

    private static Map<String, @Nullable Object> row(Result result) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("rule", result.rule());
        row.put("example", result.number());
        row.put("line", result.line());
        row.put("expected", result.expected());
        row.put("got", result.got());
        return row;
    }

    /** {@code hapax rules history}: the versions of rules that were applied. */
    @Command(
            name = "history",
            mixinStandardHelpOptions = true,
            description = {
                "List the versions of rules that 'hapax rules apply' put in force, the newest first.",
                "After Kafka has compacted the topic, a version that was applied several times is listed once."
            })
    static final class HistoryCommand implements Callable<Integer> {

        @Mixin
        private final ConfigOption config = new ConfigOption();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Override
        public Integer call() {
            Settings settings = config.load().settings();
            if (!settings.reloadsRules()) {
                throw new IllegalArgumentException("classifiers."
                        + settings.classifiers().keySet().iterator().next()
                        + ".reload: false, so no rules are applied to running instances. Set it to true to do so.");
            }
            Cluster.connect(settings).close();
            RulesHistory history = new RulesTopic(new KafkaClients(settings)).read();
            List<AppliedRules> newestFirst = new ArrayList<>(history.applied());
            Collections.reverse(newestFirst);
            output.print(
                    OutputOption.list(
                            newestFirst.stream()
                                    .map(rules -> row(rules, history))
                                    .toList(),
                            null),
                    newestFirst.isEmpty()
                            ? List.of("No rules were applied. Instances use their rule files.")
                            : table(newestFirst, history));
            return ExitCodes.DONE;
        }

        private List<String> table(List<AppliedRules> newestFirst, RulesHistory history) {
            Columns columns = Columns.headed(
                            output.terminal(), "version", "classifier", "applied", "by", "in force", "reason")
                    .shortening("reason");
            newestFirst.forEach(rules -> columns.row(
                    rules.version(),
                    rules.classifier(),
                    rules.at(),
                    rules.actor(),
                    inForce(rules, history) ? new Columns.Cell("yes", Colour.GOOD) : "-",
                    rules.reason()));
            return columns.lines();
        }

        private static Map<String, @Nullable Object> row(AppliedRules rules, RulesHistory history) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("version", rules.version());
            row.put("classifier", rules.classifier());
            row.put("at", rules.at().toString());
            row.put("by", rules.actor());
            row.put("inForce", inForce(rules, history));
            row.put("reason", rules.reason());
            return row;
        }

        private static boolean inForce(AppliedRules rules, RulesHistory history) {
            return history.inForce(rules.classifier()).equals(Optional.of(rules));
        }
    }
}
