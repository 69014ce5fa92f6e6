package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleSetVersionTest {

    private static final String RULES = """
            version: 1
            default: {label: other, important: false, score: 0, reason: None}
            rules:
              - id: one
                label: a
                important: true
                priority: 80
                score: 90
                reason: "Because {subject}"
                when:
                  keywords: {in: [subject, body], any: [payment failed, card declined], all: [x], none: [test mode]}
                  pattern: {in: [subject], matches: "invoice [0-9]+"}
                  sender-domain: [stripe.com, "*.adyen.com"]
                  conditions: ["amount > 100", "currency in [EUR, USD]"]
                  not: {conditions: [old exists]}
                  any-of: [{conditions: [b == true]}, {conditions: [c == 1]}]
                examples:
                  - match: {subject: x}
              - {id: two, label: b, when: {conditions: [x exists]}}
            """;

    /** A version stands in decisions for years; if this fails on purpose, raise the meaning in CanonicalForm. */
    @Test
    void shouldStayWhatItWas() {
        assertThat(Given.ruleSet(RULES).version()).isEqualTo("rules@cf8c83929e9c");
    }

    @Test
    void shouldNotDependOnHowTheRulesAreWritten() {
        String otherwise = """
                # a comment
                description: the same
                rules:
                  - when:
                      any-of:
                        - conditions: "b  ==  true"
                        - conditions: ["c == 1.0"]
                      not: {conditions: old exists}
                      conditions:
                        - amount > 1e2
                        - currency in ['eur',"USD"]
                      sender-domain: ["*.ADYEN.com", "stripe.com"]
                      pattern: {matches: 'invoice [0-9]+', in: subject}
                      keywords:
                        none: test mode
                        all: X
                        any:
                          - "Payment   Failed"
                          - card declined
                        in: [subject, body]
                    examples: [{no-match: {subject: y}}, {match: {subject: z}}]
                    reason: Because {subject}
                    description: one
                    score: 90
                    priority: 80
                    important: true
                    label: a
                    id: one
                  - {label: b, when: {conditions: x exists}, id: two, priority: 50, score: 50, important: false, reason: Rule two matched}
                default: {reason: None, label: other}
                version: 1
                """;

        assertThat(Given.ruleSet(otherwise).version())
                .isEqualTo(Given.ruleSet(RULES).version());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "label: other; label: rest",
                "reason: None; reason: Nothing",
                "score: 0; score: 1",
                "id: one; id: uno",
                "label: a; label: z",
                "important: true; important: false",
                "priority: 80; priority: 40",
                "score: 90; score: 91",
                "Because {subject}; As {subject}",
                "in: [subject, body]; in: [subject]",
                "payment failed; payment failure",
                "card declined; card declined*",
                "all: [x]; all: [y]",
                "none: [test mode]; none: [testing]",
                "invoice [0-9]+; invoice [0-9]*",
                "stripe.com; stripe.org",
                "*.adyen.com; adyen.com",
                "amount > 100; amount >= 100",
                "amount > 100; amount > 101",
                "amount > 100; sum > 100",
                "EUR, USD; EUR, GBP",
                "b == true; b == false",
                "c == 1; c == one",
                "old exists; old missing",
                "{id: two; {priority: 90, id: two"
            })
    void shouldChangeWithAnythingThatCanChangeAJudgement(String from, String to) {
        String changed = RULES.replaceFirst(Pattern.quote(from), to);
        assertThat(changed).isNotEqualTo(RULES);

        assertThat(Given.ruleSet(changed).version())
                .isNotEqualTo(Given.ruleSet(RULES).version());
    }
}
