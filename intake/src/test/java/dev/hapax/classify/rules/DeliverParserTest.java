package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliverParserTest {

    private static final String RULES = """
            version: 1
            templates:
              failed:
                from: Billing <billing@example.com>
                subject: "Payment failed: {{invoice}}"
                text: "Dear {{name}}"
                headers: { Reply-To: help@example.com }
              hook:
                method: POST
                headers: { content-type: application/json }
                body: '{"invoice": {"id": "{{invoice}}"}}'
            rules:
              - id: billing.failed
                label: billing-failure
                when: { keywords: { in: [subject], any: ["payment failed"] } }
                deliver: { channel: mail, to: "{{email}}", id: "invoice:{{invoice}}", template: failed }
                examples:
                  - match: { subject: "Payment failed", invoice: 9, email: ann@example.org, name: Ann }
              - id: billing.hook
                label: billing-hook
                when: { keywords: { in: [subject], any: ["hook"] } }
                deliver: { channel: web, to: "https://x.example.com/{{invoice}}", id: "h:{{invoice}}", template: hook }
            """;

    @Test
    void shouldReadWhatRulesDeliver() {
        RulesClassifier classifier = new RulesClassifier(RuleSet.parse(RULES, "rules.yaml"));

        assertThat(classifier.deliveries())
                .extracting("rule")
                .containsExactlyInAnyOrder("billing.failed", "billing.hook");
        assertThat(classifier.fields()).containsExactlyInAnyOrder("subject", "email", "invoice", "name");
        assertThat(RuleExamples.check(RuleSet.parse(RULES, "rules.yaml")))
                .singleElement()
                .satisfies(result -> assertThat(result.passed()).isTrue());
    }

    @Test
    void shouldFailAnExampleThatCannotBeDelivered() {
        String rules = RULES.replace(", name: Ann", "");

        assertThat(RuleExamples.check(RuleSet.parse(rules, "rules.yaml")))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.passed()).isFalse();
                    assertThat(result.got()).contains("whose delivery is refused: {{name}} has no value");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Dear {{name}}                       | Dear {{nick}}
            Payment failed: {{invoice}}         | Unpaid: {{invoice}}
            Billing <billing                    | Bill <billing
            help@example.com                    | care@example.com
            'to: "{{email}}"'                   | 'to: "{{mail}}"'
            invoice:{{invoice}}                 | invoice-mail:{{invoice}}
            channel: mail                       | channel: post
            template: failed                    | 'approval: person, template: failed'
            '{"invoice": {"id"'                 | '{"invoice": {"number"'
            method: POST                        | method: PUT
            """)
    void shouldHaveAnotherVersionWithAnotherDelivery(String before, String after) {
        String changed = RULES.replace(before, after);

        assertThat(changed).isNotEqualTo(RULES);
        assertThat(RuleSet.parse(changed, "b").version())
                .isNotEqualTo(RuleSet.parse(RULES, "a").version());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {{name}}"        | {{name"                | 6  | template failed | has a tag that is not closed
            {{name}}"        | {{#name}}"             | 6  | template failed | close each
            {{name}}"        | {{hapax.nam}}"         | 6  | template failed | is unknown; use a field
            text: "Dear      | html: "Dear            | 3  | template failed | 'text' is missing
            text: "Dear      | txt: "Dear             | 6  | template failed | unknown key 'txt'
            Reply-To         | Bcc                    | 3  | template failed | Bcc can't be set
            Billing <billing@example.com> | nobody    | 3  | template failed | must be one address
            template: failed | template: faild        | 16 | rule billing.failed | there is no template 'faild'
            , id: "invoice:{{invoice}}" | ``          | 16 | rule billing.failed | 'id' is missing
            invoice:{{invoice}} | invoice             | 16 | rule billing.failed | has no variable
            channel: mail,   | ``                     | 16 | rule billing.failed | 'channel' is missing
            to: "{{email}}", | ``                     | 16 | rule billing.failed | 'to' is missing
            POST             | post                   | 8  | template hook | must be one of GET
            content-type     | Host                   | 8  | template hook | Host can't be set
            template: failed | template: failed, aproval: x | 16 | rule billing.failed | unknown key 'aproval'
            """)
    void shouldNameRuleAndLineOfWhatIsWrong(String before, String after, int line, String where, String why) {
        String changed = RULES.replace(before, after);

        assertThat(changed).isNotEqualTo(RULES);
        assertThatThrownBy(() -> RuleSet.parse(changed, "rules.yaml"))
                .isInstanceOf(RuleFileException.class)
                .hasMessageContaining("rules.yaml:" + line + ": " + where)
                .hasMessageContaining(why);
    }
}
