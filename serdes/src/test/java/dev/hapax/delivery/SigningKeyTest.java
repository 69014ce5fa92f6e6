package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SigningKeyTest {

    private static final String PEM = SigningKey.generate();
    private static final SigningKey KEY = SigningKey.read(PEM);
    private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);

    @Test
    void shouldVerifyItsOwnSignaturesAndNoOthers() {
        SigningKey other = SigningKey.read(SigningKey.generate());

        assertThat(KEY.trusted().verifies(TEXT, KEY.sign(TEXT))).isTrue();
        assertThat(KEY.trusted().verifies(TEXT, other.sign(TEXT))).isFalse();
        assertThat(KEY.trusted().verifies("test".getBytes(StandardCharsets.UTF_8), KEY.sign(TEXT)))
                .isFalse();
        assertThat(KEY.trusted().verifies(TEXT, null)).isFalse();
        assertThat(KEY.trusted().verifies(TEXT, "no Base64!")).isFalse();
        assertThat(other.id()).isNotEqualTo(KEY.id());
    }

    @Test
    void shouldReadThePublicPartAlone() {
        String publicPart = PEM.substring(PEM.indexOf("-----BEGIN PUBLIC KEY"));

        assertThat(SigningKey.TrustedKey.read(publicPart).id()).isEqualTo(KEY.id());
        assertThatThrownBy(() -> SigningKey.read(publicPart))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BEGIN PRIVATE KEY");
    }

    @Test
    void shouldRefusePartsOfTwoKeysAndRubbish() {
        String mixed = PEM.substring(0, PEM.indexOf("-----BEGIN PUBLIC KEY"))
                + SigningKey.generate().replaceAll("(?s)^.*(?=-----BEGIN PUBLIC KEY)", "");

        assertThatThrownBy(() -> SigningKey.read(mixed)).hasMessageContaining("do not belong together");
        for (String rubbish : List.of("", "key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----")) {
            assertThatThrownBy(() -> SigningKey.read(rubbish)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldSignNoTwoListsOfTextsAlike() {
        assertThat(SigningKey.signable("a", "bc")).isNotEqualTo(SigningKey.signable("ab", "c"));
        assertThat(SigningKey.signable("a,1:b")).isNotEqualTo(SigningKey.signable("a", "b"));
    }
}
