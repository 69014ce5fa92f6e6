package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.rules.RuleExamples.Result;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleExamplesTest {

    @Test
    void shouldPassWhenThisVeryRuleDecides() {
        RuleSet rules = Given.ruleSet("""
                version: 1
                rules:
                  - id: high
                    label: a
                    priority: 90
                    when: {conditions: ["n > 5"]}
                    examples:
                      - match: {n: 6}
                      - no-match: {n: 5}
                      - no-match: {n: six}
                  - id: low
                    label: b
                    priority: 10
                    when: {conditions: ["n > 0"]}
                    examples:
                      - match: {n: 7}
                """);

        assertThat(RuleExamples.check(rules))
                .containsExactly(
                        new Result("high", 1, 8, "match", "high", true),
                        new Result("high", 2, 9, "no-match", "low", true),
                        new Result(
                                "high",
                                3,
                                10,
                                "no-match",
                                "undecidable: rule high: n must be a number for the condition \"n > 5\", but the message has text (six)",
                                false),
                        new Result("low", 1, 16, "match", "high", false));
    }

    @Test
    void shouldHoldForEveryRuleThatComesWithHapax() {
        assertThat(RuleExamples.check(RuleSet.builtIn()))
                .filteredOn(result -> !result.passed())
                .isEmpty();
    }

    @Test
    void shouldShowOfEveryRuleThatComesWithHapaxWhatItMatchesAndWhatNot() {
        Map<String, List<String>> expected = RuleExamples.check(RuleSet.builtIn()).stream()
                .collect(
                        Collectors.groupingBy(Result::rule, Collectors.mapping(Result::expected, Collectors.toList())));

        assertThat(RuleSet.builtIn().ids())
                .hasSizeGreaterThanOrEqualTo(30)
                .allSatisfy(id -> assertThat(expected.get(id)).contains("match", "no-match"));
    }
}
