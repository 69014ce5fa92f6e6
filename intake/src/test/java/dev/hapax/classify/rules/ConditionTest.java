package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.hapax.classify.UndecidableException;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {

    private static final Content MESSAGE =
            Given.message("amount", new BigDecimal("250.50"), "attempt", 3, "retryable", false, "currency", "Eur");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "amount > 100",
                "amount>=250.5",
                "amount <= 250.50",
                "amount == 2505e-1",
                "amount != 250",
                "amount < 1e3",
                "attempt in [1, 3.0]",
                "retryable == false",
                "retryable != true",
                "currency in [EUR, USD]",
                "currency == 'eur'",
                "currency != \"USD\"",
                "amount exists",
                "nothing missing",
                "retryable in [false]",
                "amount > -5"
            })
    void shouldHold(String condition) {
        assertThat(holds(condition, MESSAGE)).isEqualTo(TriState.YES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "amount > 250.5",
                "amount < 250.5",
                "amount == 250",
                "attempt in [1, 2]",
                "retryable == true",
                "currency in [GBP]",
                "nothing exists",
                "amount missing",
                "nothing == 1",
                "nothing != 1",
                "nothing in [a]"
            })
    void shouldNotHold(String condition) {
        assertThat(holds(condition, MESSAGE)).isEqualTo(TriState.NO);
    }

    @ParameterizedTest
    @CsvSource({
        "currency > 1, currency must be a number, text (Eur)",
        "amount == x, amount must be text, a number (250.5)",
        "retryable == 1, retryable must be a number, true or false (false)",
        "items == 1, items must be a number, a list"
    })
    void shouldSayWhatCannotBeCompared(String condition, String must, String has) {
        Content message =
                field -> field.equals("items") ? new Value.Structure(true, new Fingerprint(1, 2)) : MESSAGE.get(field);

        assertThat(holds(condition, message))
                .isInstanceOfSatisfying(
                        TriState.Undecided.class,
                        undecided -> assertThat(undecided.explanation()).contains(must, has));
    }

    @Test
    void shouldTakeAnExplicitNullForMissing() {
        Content message = Given.message("amount", new Value.Nothing());

        assertThat(holds("amount missing", message)).isEqualTo(TriState.YES);
        assertThat(holds("amount != 5", message)).isEqualTo(TriState.NO);
    }

    @Test
    @Timeout(5)
    void shouldCompareHugeAndTinyNumbersAtOnce() {
        assertThat(holds("n > 100", number("1e999999999"))).isEqualTo(TriState.YES);
        assertThat(holds("n > 100", number("-1e999999999"))).isEqualTo(TriState.NO);
        assertThat(holds("n < 1e-300", number("1e-999999999"))).isEqualTo(TriState.YES);
        assertThat(holds("n < 0", number("-1e-999999999"))).isEqualTo(TriState.YES);
        assertThat(holds("n == 1e999", number("1e999"))).isEqualTo(TriState.YES);
        assertThat(holds("n > 0", number("0e999999999"))).isEqualTo(TriState.NO);
        BigDecimal edge = new BigDecimal(BigInteger.TEN.pow(50), Integer.MIN_VALUE + 60);
        assertThat(holds("n > 1", Given.message("n", new Value.Amount(edge)))).isEqualTo(TriState.YES);
    }

    @Test
    void shouldNotCompareANumberOfEndlessDigits() {
        BigDecimal digits = new BigDecimal(BigInteger.ONE.shiftLeft(2_000_000).add(BigInteger.ONE));
        TriState[] answer = new TriState[1];

        assertTimeout(Duration.ofSeconds(20), () -> answer[0] = holds("n > 1", Given.message("n", digits)));

        assertThat(answer[0])
                .isInstanceOfSatisfying(
                        TriState.Undecided.class,
                        undecided -> assertThat(undecided.explanation())
                                .endsWith("a number (of more digits than can be compared)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "amount; write a field, an operator and a value",
                "amount = 5; unknown operator '='; did you mean '=='?",
                "amount gt 5; unknown operator 'gt'",
                "amount => 5; unknown operator '=>'",
                "amount >; a value is missing",
                "amount > ten; compares numbers only",
                "retryable < true; compares numbers only",
                "amount exists 5; takes no value",
                "currency in EUR; takes a list",
                "currency in []; takes a list",
                "currency in [EUR, 5]; mixes kinds",
                "currency in [EUR,,USD]; a value is missing",
                "currency == two words; put quotes around",
                "amount > 1 && amount < 5; put quotes around",
                "a && b; write each comparison as a condition of its own",
                "amount > 1e99999; is no number it can compare with",
                "release == 1.2.3; put quotes around it"
            })
    void shouldExplainWhatIsWrong(String condition, String expected) {
        String what = expected.split("; did", 2)[0];

        assertThatThrownBy(() -> ConditionParser.parse(condition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }

    @Test
    void shouldQuarantineRatherThanGuess() {
        RulesClassifier classifier = Given.rules("""
                  - {id: large, label: large, priority: 80, when: {conditions: ["amount > 100"]}}
                  - {id: any, label: any, priority: 20, when: {conditions: ["amount exists"]}}
                """);

        assertThatThrownBy(() -> classifier.classify(Given.message("amount", "12 EUR")))
                .isInstanceOf(UndecidableException.class)
                .hasMessage(
                        "rule large: amount must be a number for the condition \"amount > 100\", but the message has text (12 EUR)");
    }

    @Test
    void shouldNotMindWhatCannotBeComparedWhereItDoesNotMatter() throws Exception {
        RulesClassifier classifier = Given.rules("""
                  - id: either
                    label: either
                    when: {any-of: [{conditions: ["amount > 100"]}, {conditions: ["kind == refund"]}]}
                  - {id: both, label: both, when: {conditions: ["amount > 100", "kind == fee"]}}
                """);

        assertThat(classifier
                        .classify(Given.message("amount", "12 EUR", "kind", "refund"))
                        .rule())
                .isEqualTo("either");
        assertThatThrownBy(() -> classifier.classify(Given.message("amount", "12 EUR", "kind", "other")))
                .hasMessageContaining("rule either");
    }

    private static TriState holds(String condition, Content message) {
        return ConditionParser.parse(condition).holds(new MessageView(message, new Automaton(List.of()), List.of()));
    }

    private static Content number(String number) {
        return Given.message("n", new BigDecimal(number));
    }
}
