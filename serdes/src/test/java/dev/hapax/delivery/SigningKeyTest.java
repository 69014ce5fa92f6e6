package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
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
    void shouldSignTheSameBytesAsTheJdk() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        SigningKey key = SigningKey.read(pem("PRIVATE KEY", pair.getPrivate()) + pem("PUBLIC KEY", pair.getPublic()));
        Signature jdk = Signature.getInstance("Ed25519");

        for (int length : new int[] {0, 1, 31, 32, 127, 128, 1_000}) {
            byte[] text = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
            jdk.initSign(pair.getPrivate());
            jdk.update(text);
            String signature = Base64.getEncoder().encodeToString(jdk.sign());

            assertThat(key.sign(text)).isEqualTo(signature);
            assertThat(key.trusted().verifies(text, signature)).isTrue();
        }
    }

    private static String pem(String type, Key key) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END " + type + "-----\n";
    }

    @Test
    void shouldRefuseSignaturesOfAnotherLengthOrWithOneBitChanged() {
        byte[] signature = Base64.getDecoder().decode(KEY.sign(TEXT));
        byte[] longer = Arrays.copyOf(signature, signature.length + 1);
        byte[] changed = signature.clone();
        changed[40] ^= 1;

        for (byte[] wrong : List.of(longer, Arrays.copyOf(signature, 63), changed, new byte[0], new byte[64])) {
            assertThat(KEY.trusted().verifies(TEXT, Base64.getEncoder().encodeToString(wrong)))
                    .isFalse();
        }
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
