package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressionsTest {

    @ParameterizedTest
    @CsvSource({
        "ann@example.org, ann@example.org",
        "' Ann@EXAMPLE.org ', ann@example.org",
        "ann@münchen.example, ann@xn--mnchen-3ya.example",
        "https://example.org/Hook, https://example.org/Hook",
        "a@b@Example.org, a@b@example.org",
    })
    void shouldFindAnAddressHoweverItIsWritten(String written, String normalised) {
        assertThat(Suppressions.normalised(written)).isEqualTo(normalised);
    }
}
