package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.UndecidableException;
import dev.hapax.domain.Content;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Leaving out rules that cannot match must never change who decides. */
class RuleIndexTest {

    private static final String[] WORDS = {"red", "green", "blue", "redgreen", "xx"};

    @Test
    void shouldDecideAsIfEveryRuleWereAsked() {
        int decided = 0;
        for (long seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            StringBuilder rules = new StringBuilder("version: 1\nrules:\n");
            for (int i = 0; i < 6; i++) {
                rules.append("  - {id: r%d, label: x, priority: %d, when: %s}\n"
                        .formatted(i, random.nextInt(3), when(random, 2)));
            }
            RuleSet ruleSet = Given.ruleSet(rules.toString());
            Content message = Given.message(
                    "s",
                    text(random),
                    "b",
                    text(random),
                    "sender",
                    "a@" + pick(random) + ".com",
                    "n",
                    random.nextInt(3) == 0 ? (Object) text(random) : (Object) random.nextInt(4));

            String all = askingAll(ruleSet, message);

            decided += all.startsWith("r") ? 1 : 0;
            assertThat(asking(new RulesClassifier(ruleSet), message))
                    .as("seed %d%n%s", seed, rules)
                    .isEqualTo(all);
        }
        assertThat(decided).isGreaterThan(400);
    }

    private static String askingAll(RuleSet rules, Content message) {
        MessageView reading =
                new MessageView(message, rules.automaton(), rules.vocabulary().fields());
        for (Rule rule : rules.byPriority()) {
            TriState answer = rule.when().holds(reading);
            if (answer instanceof TriState.Undecided undecided) {
                return "rule " + rule.id() + ": " + undecided.explanation();
            }
            if (answer == TriState.YES) {
                return rule.id();
            }
        }
        return "default";
    }

    private static String asking(RulesClassifier classifier, Content message) {
        try {
            return classifier.classify(message).rule();
        } catch (UndecidableException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String when(Random random, int depth) {
        String field = random.nextBoolean() ? "s" : "[s, b]";
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0 -> "{keywords: {in: %s, any: [%s, %s*]}}".formatted(field, pick(random), pick(random));
            case 1 ->
                "{keywords: {in: %s, all: [%s, '*%s'], none: [%s]}}"
                        .formatted(field, pick(random), pick(random), pick(random));
            case 2 ->
                "{pattern: {in: %s, matches: '(%s|%s) ?.%s'}}"
                        .formatted(field, pick(random), pick(random), random.nextBoolean() ? "?" : "");
            case 3 -> "{sender-domain: [%s.com, '*.%s.com']}".formatted(pick(random), pick(random));
            case 4 -> "{conditions: [n > %d]}".formatted(random.nextInt(4));
            case 5 -> "{not: %s}".formatted(when(random, depth - 1));
            case 6 -> "{any-of: [%s, %s]}".formatted(when(random, depth - 1), when(random, depth - 1));
            default ->
                "{any-of: [%s], keywords: {in: %s, any: [%s]}}".formatted(when(random, depth - 1), field, pick(random));
        };
    }

    private static String text(Random random) {
        return IntStream.range(0, random.nextInt(4)).mapToObj(i -> pick(random)).collect(Collectors.joining(" "));
    }

    private static String pick(Random random) {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
