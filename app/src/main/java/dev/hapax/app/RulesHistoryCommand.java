package dev.hapax.app;

import dev.hapax.app.Terminal.Colour;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
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

/** {@code hapax rules history}: the versions of rules that were applied. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "List the versions of rules that 'hapax rules apply' put in force, the newest first.",
            "After Kafka has compacted the topic, a version that was applied several times is listed once."
        })
final class RulesHistoryCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        Settings settings = config.load().settings();
        if (!settings.reloadsRules()) {
            throw new IllegalArgumentException(
                    "classifiers." + settings.classifiers().keySet().iterator().next()
                            + ".reload: false, so no rules are applied to running instances. Set it to true to do so.");
        }
        Cluster.connect(settings).close();
        RulesHistory history = new RulesTopic(new KafkaClients(settings)).read();
        List<AppliedRules> newestFirst = new ArrayList<>(history.applied());
        Collections.reverse(newestFirst);
        output.print(
                OutputOption.list(
                        newestFirst.stream().map(rules -> row(rules, history)).toList(), null),
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
