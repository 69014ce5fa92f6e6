package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BounceTest {

    @ParameterizedTest
    @CsvSource({
        "FAILED, 5.1.1, HARD",
        "FAILED, 5.1.10, HARD",
        "FAILED, 5.0.0, HARD",
        "FAILED, 5.2.1, HARD",
        "FAILED, 5.4.4, HARD",
        "FAILED, 5.5.0, HARD",
        "FAILED, 4.4.7, SOFT",
        "FAILED, 5.2.2, SOFT",
        "FAILED, 5.3.4, SOFT",
        "FAILED, 5.6.1, SOFT",
        "FAILED, 5.7.1, SOFT",
        "FAILED, 5.7.26, SOFT",
        "FAILED, 5.1.8, SOFT",
        "FAILED, 2.0.0, SOFT",
        "FAILED, 5., SOFT",
        "DELAYED, 4.4.1, SOFT",
        "DELAYED, 5.1.1, SOFT",
        "DELIVERED, 2.0.0,",
        "RELAYED, 5.1.1,",
        "EXPANDED, 2.0.0,",
    })
    void shouldBeHardOnlyIfItIsAboutTheAddress(Bounce.Action action, String status, Bounce.@Nullable Kind kind) {
        assertThat(Bounce.kind(action, status)).isEqualTo(kind);
    }
}
