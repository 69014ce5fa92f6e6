package dev.hapax.classify.rules;

import dev.hapax.classify.UndecidableException;
import dev.hapax.classify.rules.Rule.Example;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.rendering.RenderException;
import dev.hapax.rendering.RuleDelivery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the examples that stand beside the rules. */
public final class RuleExamples {

    /** As large as a configuration can allow. */
    private static final int LARGEST_ARTIFACT = 8 * 1024 * 1024;

    private RuleExamples() {}

    /** One result for each example, in the order of the file. */
    public static List<Result> check(RuleSet rules) {
        RulesClassifier classifier = new RulesClassifier(rules);
        List<Result> results = new ArrayList<>();
        for (Rule rule : rules.asWritten()) {
            for (int i = 0; i < rule.examples().size(); i++) {
                results.add(check(classifier, rule, i));
            }
        }
        return results;
    }

    private static Result check(RulesClassifier classifier, Rule rule, int index) {
        Example example = rule.examples().get(index);
        String expected = example.match() ? "match" : "no-match";
        String got;
        boolean passed;
        try {
            Judgement judgement = classifier.classify(example.content());
            got = judgement.rule();
            passed = got.equals(rule.id()) == example.match();
            String undeliverable = undeliverable(rule, judgement, example);
            if (undeliverable != null) {
                got += ", whose delivery is refused: " + undeliverable;
                passed = false;
            }
        } catch (UndecidableException e) {
            // Not even "no-match" passes: such a message goes to quarantine, which is no decision of another rule.
            got = "undecidable: " + e.getMessage();
            passed = false;
        }
        return new Result(rule.id(), index + 1, example.line(), expected, got, passed);
    }

    /** Why the message of an example that the rule decides could not be delivered; null if it could, or need not. */
    private static @Nullable String undeliverable(Rule rule, Judgement judgement, Example example) {
        RuleDelivery delivery = rule.delivery();
        if (delivery == null || !example.match() || !judgement.rule().equals(rule.id())) {
            return null;
        }
        Decision decision = new Decision(
                "example",
                0,
                "example",
                new Coordinates("example", 0, 0),
                0,
                new Fingerprint(0, 0),
                judgement,
                "example");
        try {
            delivery.render(decision, example.content(), "sender@example.com", LARGEST_ARTIFACT);
            return null;
        } catch (RenderException e) {
            return e.getMessage();
        }
    }

    /**
     * What became of one example.
     *
     * @param number which of the rule's examples, from 1
     * @param expected {@code match} (this very rule decides) or {@code no-match} (it does not)
     * @param got the rule that decided, {@code default} for none, or why it could not be decided
     */
    public record Result(String rule, int number, int line, String expected, String got, boolean passed) {}
}
