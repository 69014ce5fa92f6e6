package dev.hapax.app;

import dev.hapax.classify.rules.RuleExamples;
import dev.hapax.classify.rules.RuleExamples.Result;
import dev.hapax.classify.rules.RuleSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hapax rules}: whether a rule file says what its author meant, and which versions are in force. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description = "Check a rule file, apply it to running instances, or list the versions that were applied.",
        subcommands = {RulesApplyCommand.class, RulesHistoryCommand.class})
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
}
