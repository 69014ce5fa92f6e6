package dev.hapax.classify.rules;

import dev.hapax.classify.UndecidableException;
import java.util.ArrayList;
import java.util.List;

/** Runs the examples that stand beside the rules. */
public final class RuleExamples {

    private RuleExamples() {}

    /** One result for each example, in the order of the file. */
    public static List<ExampleResult> check(RuleSet rules) {
        RulesClassifier classifier = new RulesClassifier(rules);
        List<ExampleResult> results = new ArrayList<>();
        for (Rule rule : rules.asWritten()) {
            for (int i = 0; i < rule.examples().size(); i++) {
                results.add(check(classifier, rule, i));
            }
        }
        return results;
    }

    private static ExampleResult check(RulesClassifier classifier, Rule rule, int index) {
        Example example = rule.examples().get(index);
        String expected = example.match() ? "match" : "no-match";
        String got;
        boolean passed;
        try {
            got = classifier.classify(example.content()).rule();
            passed = got.equals(rule.id()) == example.match();
        } catch (UndecidableException e) {
            // Not even "no-match" passes: such a message goes to quarantine, which is no decision of another rule.
            got = "undecidable: " + e.getMessage();
            passed = false;
        }
        return new ExampleResult(rule.id(), index + 1, example.line(), expected, got, passed);
    }
}
