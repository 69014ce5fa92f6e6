package dev.hapax.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void shouldTakeEqualNumbersForEqualHoweverTheyWereWritten() {
        assertThat(amount("1.0")).isEqualTo(amount("1")).isEqualTo(amount("1e0"));
        assertThat(amount("0.000")).isEqualTo(amount("0"));
        assertThat(amount("1e2").display()).isEqualTo("100");
    }

    @Test
    void shouldNotSpellOutANumberWithABillionDigits() {
        assertThat(amount("1e999999999").display()).isEqualTo("1E+999999999");
    }

    @Test
    void shouldWriteCoordinatesAsTheyAreRead() {
        Coordinates at = new Coordinates("orders-eu", 3, 4_711);

        assertThat(at).hasToString("orders-eu-3@4711");
        assertThat(Coordinates.parse("orders-eu-3@4711")).isEqualTo(at);
        assertThatThrownBy(() -> Coordinates.parse("orders@x")).hasMessageContaining("orders@x");
    }

    @Test
    void shouldWriteAFingerprintAsHexAndReadItBack() {
        Fingerprint fingerprint = new Fingerprint(1, -1);

        assertThat(fingerprint).hasToString("0000000000000001ffffffffffffffff");
        assertThat(Fingerprint.parse(fingerprint.toString())).isEqualTo(fingerprint);
    }

    private static Value amount(String text) {
        return new Value.Amount(new BigDecimal(text));
    }
}
