package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhereTest {

    private static final Ruling BILLING = new Ruling(new Judgement("billing-failure", true, 90, "why", "rule"), null);

    private static final Map<String, Value> FIELDS = Map.of(
            "subject",
            new Value.Text("Payment failed: (7)*"),
            "/payment/amount",
            new Value.Amount(new BigDecimal("100.0")));

    private static final Content CONTENT = FIELDS::get;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity=payments:7:failed",
                "identity=payments:*",
                "identity=*:7:*",
                "identity!=mail:*",
                "label=billing-failure",
                "label=billing-*",
                "important=true",
                "field.subject=Payment failed: (7)*",
                "field.subject=*failed*",
                "field./payment/amount=100",
                "field.missing!=x",
            })
    void shouldWantWhatItsConditionHoldsFor(String condition) {
        assertThat(matches(BILLING, condition)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity=payments",
                "identity!=payments:*",
                "label=billing",
                "important=false",
                "field.subject=payment failed: (7)",
                "field.subject=",
                "field.missing=*",
            })
    void shouldNotWantWhatItsConditionDoesNotHoldFor(String condition) {
        assertThat(matches(BILLING, condition)).isFalse();
    }

    @Test
    void shouldWantOnlyWhatAllConditionsHoldFor() {
        assertThat(matches(BILLING, "important=true", "identity=payments:*")).isTrue();
        assertThat(matches(BILLING, "important=true", "identity=mail:*")).isFalse();
        assertThat(matches(BILLING)).isTrue();
    }

    @Test
    void shouldKnowWhatCouldNotBeDecidedByItsReason() {
        Ruling undecided = new Ruling(null, Reason.CLASSIFIER_FAILED);

        assertThat(matches(undecided, "label=CLASSIFIER_FAILED")).isTrue();
        assertThat(matches(undecided, "important=true")).isFalse();
    }

    @Test
    void shouldNotHaveAMessageDecidedWhenNoConditionIsAboutIt() {
        Where where = Where.of(List.of("identity=a"));

        assertThat(where.matches("a", CONTENT, () -> {
                    throw new AssertionError("nobody needs it");
                }))
                .isTrue();
    }

    @Test
    void shouldSayWhichFieldsItNeeds() {
        assertThat(Where.of(List.of("field.subject=a", "field./payment/amount!=1", "label=x"))
                        .fields())
                .containsExactlyInAnyOrder("subject", "/payment/amount");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "subject=x", "field.=x", "label~x", "=x"})
    void shouldSayWhatAConditionLooksLike(String condition) {
        assertThatThrownBy(() -> Where.of(List.of(condition)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + condition + "'")
                .hasMessageContaining("identity=…");
    }

    private static boolean matches(Ruling ruling, String... conditions) {
        return Where.of(List.of(conditions)).matches("payments:7:failed", CONTENT, () -> ruling);
    }
}
