package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesClassifierTest {

    @Test
    void shouldLetTheHighestPriorityDecideAndOfEqualsTheFirstWritten() throws Exception {
        RulesClassifier classifier = Given.rules("""
                  - {id: low, label: low, priority: 10, when: {keywords: {in: a, any: [x]}}}
                  - {id: first, label: first, priority: 20, when: {keywords: {in: a, any: [x]}}}
                  - {id: second, label: second, priority: 20, when: {conditions: [a exists]}}
                """);

        assertThat(classifier.classify(Given.message("a", "x")).rule()).isEqualTo("first");
        assertThat(classifier.classify(Given.message("a", "y")).rule()).isEqualTo("second");
        assertThat(classifier.classify(Content.TOMBSTONE))
                .isEqualTo(new Judgement("other", false, 0, "No rule matched", "default"));
    }

    @ParameterizedTest
    @CsvSource({
        "payment failed today, true",
        "payment failed in test mode, false",
        "failed payment, false",
        "payment failed, true",
        "payments failed, false"
    })
    void shouldWantOneOfAnyAllOfAllAndNoneOfNone(String subject, boolean matches) throws Exception {
        RulesClassifier classifier = Given.rule(
                "{keywords: {in: subject, all: [payment, failed], any: [payment failed, x], none: [test mode]}}");

        assertThat(decides(classifier, "subject", subject)).isEqualTo(matches);
    }

    @Test
    void shouldLookForKeywordsInTheFieldsNamedAndNoOther() throws Exception {
        RulesClassifier classifier = Given.rule("{keywords: {in: [subject, body], all: [disk, full]}}");

        assertThat(decides(classifier, "subject", "disk", "body", "full")).isTrue();
        assertThat(decides(classifier, "subject", "disk", "note", "full")).isFalse();
    }

    @Test
    void shouldMatchPatternsInAnyCaseAndAcrossLines() throws Exception {
        RulesClassifier classifier =
                Given.rule("{pattern: {in: [subject], matches: ['invoice #?[0-9]+ (is )?overdue', '^\\d+$']}}");

        assertThat(decides(classifier, "subject", "Your INVOICE #42\r\n is Overdue"))
                .isTrue();
        assertThat(decides(classifier, "subject", 42)).isTrue();
        assertThat(decides(classifier, "subject", "invoice overdue")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "stripe.com, true",
        "Billing <no-reply@Stripe.COM.>, true",
        "a@eu.mail.adyen.com, true",
        "a@adyen.com, false",
        "a@notstripe.com, false",
        "a@stripe.com.evil.net, false",
        "'\"x@stripe.com\" <a@evil.net>', false",
        "a@evil.net (x@stripe.com), false",
        "a@bücher.example, true",
        "a@, false",
        "nobody, false"
    })
    void shouldKnowTheSenderByTheDomainOfTheAddress(String sender, boolean matches) throws Exception {
        RulesClassifier classifier = Given.rule("{sender-domain: [stripe.com, '*.adyen.com', xn--bcher-kva.example]}");

        assertThat(decides(classifier, "sender", sender)).isEqualTo(matches);
    }

    @Test
    void shouldCombineWithAnyOfAndNot() throws Exception {
        RulesClassifier classifier = Given.rule("""
                {any-of: [{keywords: {in: s, any: [down]}}, {conditions: [n > 5]}], not: {keywords: {in: s, any: [resolved]}}}
                """);

        assertThat(decides(classifier, "s", "host down")).isTrue();
        assertThat(decides(classifier, "n", 6)).isTrue();
        assertThat(decides(classifier, "s", "host down, resolved")).isFalse();
        assertThat(decides(classifier, "s", "host up", "n", 5)).isFalse();
    }

    @Test
    void shouldFindNothingInAnObjectOrAList() throws Exception {
        Value list = new Value.Structure(true, new Fingerprint(0, 0));

        assertThat(decides(Given.rule("{keywords: {in: tags, any: [list]}}"), "tags", list))
                .isFalse();
    }

    @Test
    void shouldLookAtTheFirstQuarterMillionCharactersOfAField() throws Exception {
        RulesClassifier classifier = Given.rule("{keywords: {in: body, any: [needle]}}");
        String hay = "x ".repeat(Fold.MAX_TEXT / 2 - 3);

        assertThat(decides(classifier, "body", hay + "needle and more")).isTrue();
        assertThat(decides(classifier, "body", "x " + hay + "needle and more")).isFalse();
    }

    @Test
    void shouldSayWhichFieldsItReads() {
        RulesClassifier classifier = Given.rules("""
                  - {id: a, label: a, reason: "{r|s}", when: {keywords: {in: k, none: [x]}, pattern: {in: p, matches: x},
                     sender-domain: x.com, conditions: [c exists], not: {conditions: [n exists]}}}
                """);

        assertThat(classifier.fields()).containsExactlyInAnyOrder("r", "s", "k", "p", "sender", "c", "n");
    }

    @Test
    void shouldJudgeTheSameOnEveryThread() throws Exception {
        RulesClassifier classifier = new RulesClassifier(RuleSet.builtIn());
        List<Content> messages = new ArrayList<>();
        for (Rule rule : RuleSet.builtIn().asWritten()) {
            rule.examples().forEach(example -> messages.add(example.content()));
        }
        List<Judgement> expected = judge(classifier, messages);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<List<Judgement>>> answers =
                    threads.invokeAll(Collections.nCopies(32, () -> judge(classifier, messages)));

            for (Future<List<Judgement>> answer : answers) {
                assertThat(answer.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Judgement> judge(RulesClassifier classifier, List<Content> messages) throws Exception {
        List<Judgement> judgements = new ArrayList<>();
        for (Content message : messages) {
            judgements.add(classifier.classify(message));
        }
        return judgements;
    }

    private static boolean decides(RulesClassifier classifier, Object... fieldsAndValues) throws Exception {
        return classifier.classify(Given.message(fieldsAndValues)).rule().equals("it");
    }
}
