package dev.hapax.classify.rules;

import dev.hapax.classify.rules.Rule.Example;
import dev.hapax.classify.rules.Rule.Result;
import dev.hapax.rendering.RuleDelivery;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import dev.hapax.yaml.YamlProblem;
import dev.hapax.yaml.YamlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a rule file, and reports all that is wrong with it at once. */
final class RuleFile {

    private static final List<String> TOP_KEYS = List.of("version", "description", "default", "rules", "templates");
    private static final List<String> DEFAULT_KEYS = List.of("label", "important", "score", "reason");
    private static final List<String> RULE_KEYS = List.of(
            "id", "description", "label", "important", "priority", "score", "reason", "when", "examples", "deliver");

    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final int MIDDLE = 50;
    private static final int MAX_REASON = 1_000;

    private final Problems problems;
    private final Vocabulary vocabulary = new Vocabulary();
    private final Map<String, Integer> lineById = new HashMap<>();
    private final DeliverParser deliveries;

    private RuleFile(Problems problems) {
        this.problems = problems;
        this.deliveries = new DeliverParser(problems);
    }

    static RuleSet read(String text, String name) {
        Problems problems = new Problems(name);
        YamlNode document = YamlReader.read(text, problems);
        if (document instanceof YamlNode.Empty && problems.isEmpty()) {
            problems.add(1, "", "the file is empty; begin with 'version: 1' and 'rules:'");
        }
        RuleSet rules = problems.isEmpty() ? new RuleFile(problems).ruleSet(document) : null;
        if (rules == null || !problems.isEmpty()) {
            throw new RuleFileException(
                    problems.inOrder().stream().map(YamlProblem::toString).toList());
        }
        return rules;
    }

    private @Nullable RuleSet ruleSet(YamlNode document) {
        RuleSection top = new RuleSection(document, "the file", TOP_KEYS, "", problems);
        String version = top.text("version");
        if (!"1".equals(version)) {
            top.problem(top.line(), "'version' must be 1, the only one there is; begin the file with 'version: 1'");
        }
        deliveries.readTemplates(top.get("templates"));
        List<Rule> rules = new ArrayList<>();
        List<YamlNode> written = top.items("rules");
        for (int i = 0; i < written.size(); i++) {
            Rule rule = rule(written.get(i), i + 1);
            if (rule != null) {
                rules.add(rule);
            }
        }
        if (top.get("rules") == null) {
            top.problem(top.line(), "'rules' is missing; list at least one rule under it");
        }
        Result otherwise = otherwise(top.get("default"));
        try {
            return new RuleSet(rules, otherwise, vocabulary);
        } catch (IllegalArgumentException e) {
            top.problem(top.line(), e.getMessage() + "; use fewer or shorter ones");
            return null;
        }
    }

    private Result otherwise(@Nullable YamlNode node) {
        if (node == null) {
            return new Result(Result.DEFAULT, "other", false, 0, new ReasonTemplate("No rule matched"));
        }
        RuleSection section = new RuleSection(node, "default", DEFAULT_KEYS, "default", problems);
        return outcome(section, Result.DEFAULT, "No rule matched", 0);
    }

    private @Nullable Rule rule(YamlNode node, int number) {
        String id = idOf(node);
        RuleSection section = new RuleSection(
                node, "the rule", RULE_KEYS, "rule " + (id.isEmpty() ? "number " + number : id), problems);
        if (!(node instanceof YamlNode.Mapping)) {
            return null;
        }
        checkId(section, id);
        Result outcome = outcome(section, id, "Rule " + id + " matched", MIDDLE);
        int priority = section.percent("priority", MIDDLE);
        YamlNode when = section.get("when");
        if (when == null) {
            section.problem(
                    section.line(), "'when' is missing; say what the rule matches, or use 'default' for the rest");
        }
        Criterion criterion =
                when == null ? null : new CriterionParser(section, vocabulary, problems).parse(when, "when");
        List<Example> examples = ExampleParser.parse(section, problems);
        RuleDelivery delivery = deliveries.parse(section, id);
        return criterion == null ? null : new Rule(outcome, priority, criterion, examples, delivery);
    }

    private Result outcome(RuleSection section, String rule, String reasonOtherwise, int scoreOtherwise) {
        String label = section.text("label");
        if (section.get("label") == null) {
            section.problem(
                    section.line(), "'label' is missing; name what the message is, such as 'label: billing-failure'");
        } else if (label != null && !LABEL.matcher(label).matches()) {
            section.problem(
                    section.line("label"),
                    "the label '%s' must be lower-case letters, digits and hyphens, at most 40"
                            .formatted(ReasonTemplate.clean(label, 60)));
        }
        String written = section.text("reason");
        ReasonTemplate reason = new ReasonTemplate(written == null ? reasonOtherwise : written);
        if (!reason.isWellFormed()) {
            section.problem(
                    section.line("reason"),
                    "the reason '%s' has a brace that belongs to no field; write fields as {subject}, and no other braces"
                            .formatted(ReasonTemplate.clean(reason.text(), 60)));
        }
        if (reason.text().length() > MAX_REASON) {
            section.problem(
                    section.line("reason"),
                    "the reason has " + reason.text().length() + " characters; use at most " + MAX_REASON
                            + " (a filled-in reason is cut at " + ReasonTemplate.MAX_LENGTH + ")");
        }
        boolean important = section.flag("important");
        int score = section.percent("score", scoreOtherwise);
        return new Result(rule, label == null ? "" : label, important, score, reason);
    }

    private void checkId(RuleSection section, String id) {
        if (id.isEmpty()) {
            if (section.text("id") == null && section.get("id") == null) {
                section.problem(
                        section.line(),
                        "'id' is missing; give the rule a name of its own, such as 'id: billing.payment-failed'");
            }
            return;
        }
        int line = section.line("id");
        if (id.equals(Result.DEFAULT) || !ID.matcher(id).matches()) {
            section.problem(
                    line,
                    "the id '%s' must be lower-case letters, digits, dots, hyphens and underscores, at most 64, and not 'default'"
                            .formatted(ReasonTemplate.clean(id, 80)));
        }
        Integer earlier = lineById.putIfAbsent(id, line);
        if (earlier != null) {
            section.problem(line, "the id stands already on line " + earlier + "; give each rule its own");
        }
    }

    private static String idOf(YamlNode node) {
        return node instanceof YamlNode.Mapping mapping && mapping.entries().get("id") instanceof YamlNode.Scalar scalar
                ? scalar.text().strip()
                : "";
    }
}
