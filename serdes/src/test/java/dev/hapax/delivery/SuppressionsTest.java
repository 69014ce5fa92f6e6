package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressionsTest {

    @ParameterizedTest
    @CsvSource({
        "ann@example.org, ann@example.org",
        "' Ann@EXAMPLE.org ', ann@example.org",
        "ann@münchen.example, ann@xn--mnchen-3ya.example",
        "ann@MU\u0308NCHEN.example, ann@xn--mnchen-3ya.example",
        "zoe\u0308@example.org, zo\u00eb@example.org",
        "https://example.org/Hook, https://example.org/Hook",
        "a@b@Example.org, a@b@example.org",
    })
    void shouldFindAnAddressHoweverItIsWritten(String written, String normalised) {
        assertThat(Suppressions.normalised(written)).isEqualTo(normalised);
        assertThat(Suppressions.contain(Set.of(normalised), written)).isTrue();
        assertThat(Suppressions.contain(Set.of(Suppressions.hashed(normalised)), written))
                .isTrue();
    }

    @Test
    void shouldFindEveryAddressInBothFormsAndNoOther() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String address = "u" + random.nextInt(1_000) + "+x@sub" + random.nextInt(50) + ".example.org";
            String other = "v" + address;
            String written = (random.nextBoolean() ? " " : "") + address.toUpperCase(Locale.ROOT);
            for (String stored : Set.of(Suppressions.checked(address), Suppressions.hashed(address))) {
                assertThat(Suppressions.contain(Set.of(stored), written))
                        .as("seed %s", seed)
                        .isTrue();
                assertThat(Suppressions.contain(Set.of(stored), other))
                        .as("seed %s", seed)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "ann",
                "@example.org",
                "ann@",
                "a b@example.org",
                "a\u0000@example.org",
                "\ufffd@example.org"
            })
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Suppressions.checked(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be an address such as ann@example.org");
    }
}
