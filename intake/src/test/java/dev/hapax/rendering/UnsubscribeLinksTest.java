package dev.hapax.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.CampaignSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsubscribeLinksTest {

    private static final String URL = "https://example.com/u";
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final int MAC_BYTES = 16;
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final UnsubscribeLinks links = links(SECRET);

    private static UnsubscribeLinks links(String secret) {
        return links(URL, secret);
    }

    private static UnsubscribeLinks links(String url, String secret) {
        return Objects.requireNonNull(
                UnsubscribeLinks.of(new CampaignSettings.Unsubscribe(url, secret, "127.0.0.1", null, List.of())));
    }

    private String token(String campaign, String address) {
        return links.url(campaign, address).substring(URL.length() + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "cmp_42, ann@example.org",
        "a, b@c",
        "cmp_42, Jörg.Müller+news@bücher.example",
        "cmp_42, 'o''neil@example.org'"
    })
    void shouldReadWhatItWrote(String campaign, String address) {
        String token = token(campaign, address);

        assertThat(token).matches("[A-Za-z0-9_-]+");
        assertThat(links.read(token)).isEqualTo(new UnsubscribeLinks.OptOut(campaign, address));
    }

    @Test
    void shouldWriteTheSameLinkWithAndWithoutASlashAtTheEndOfTheUrl() {
        UnsubscribeLinks slash = links(URL + "/", SECRET);

        assertThat(slash.url("c", "ann@example.org")).isEqualTo(links.url("c", "ann@example.org"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a@example.org", "an@example.org", "ann@example.org"})
    void shouldRejectATokenWithAnyOtherCharacter(String address) {
        String token = token("cmp_42", address);

        for (int i = 0; i < token.length(); i++) {
            for (String other : ALPHABET.split("", -1)) {
                String changed = token.substring(0, i) + other + token.substring(i + 1);
                if (!changed.equals(token)) {
                    assertThat(links.read(changed)).as(changed).isNull();
                }
            }
        }
    }

    @Test
    void shouldRejectATokenWithAnyFlippedBit() {
        byte[] bytes = Base64.getUrlDecoder().decode(token("cmp_42", "ann@example.org"));

        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(links.read(encoded(changed))).as("bit " + bit).isNull();
        }
    }

    @Test
    void shouldRejectATokenThatIsShorterOrLonger() {
        String token = token("cmp_42", "ann@example.org");

        for (int length = 0; length < token.length(); length++) {
            assertThat(links.read(token.substring(0, length))).isNull();
            assertThat(links.read(token.substring(length + 1))).isNull();
        }
        for (String more : List.of("A", "AA", "AAAA", "=", "==", " ", "\n", ".", "?")) {
            assertThat(links.read(token + more)).as(more).isNull();
            assertThat(links.read(more + token)).as(more).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_049, 10_000, 1_000_000})
    void shouldRejectAnOversizedTokenEvenIfItIsSigned(int length) {
        byte[] content = ("c\0" + "a".repeat(length) + "@example.org").getBytes(StandardCharsets.UTF_8);

        assertThat(links.read("A".repeat(length))).isNull();
        assertThat(links.read(signed(SECRET, "hapax.unsubscribe/1", content))).isNull();
    }

    @Test
    void shouldRejectATokenOfAnotherSecret() {
        String other = links("fedcba9876543210fedcba9876543210")
                .url("cmp_42", "ann@example.org")
                .substring(URL.length() + 1);

        assertThat(links.read(other)).isNull();
    }

    @Test
    void shouldRejectSwappedParts() {
        byte[] ann = Base64.getUrlDecoder().decode(token("cmp_42", "ann@example.org"));
        byte[] bob = Base64.getUrlDecoder().decode(token("cmp_42", "bob@example.org"));
        byte[] swapped = "ann@example.org\0cmp_42".getBytes(StandardCharsets.UTF_8);

        assertThat(links.read(encoded(joined(Arrays.copyOf(ann, MAC_BYTES), content(bob)))))
                .isNull();
        assertThat(links.read(encoded(joined(content(ann), Arrays.copyOf(ann, MAC_BYTES)))))
                .isNull();
        assertThat(links.read(encoded(joined(Arrays.copyOf(ann, MAC_BYTES), swapped))))
                .isNull();
    }

    @Test
    void shouldRejectWhatTheSecretSignedForAnotherPurpose() {
        byte[] content = "cmp_42\0ann@example.org".getBytes(StandardCharsets.UTF_8);

        assertThat(links.read(signed(SECRET, "hapax.unsubscribe/1", content))).isNotNull();
        for (String purpose : List.of("hapax.unsubscribe/2", "hapax.bounce/1", "hapax.unsubscribe/1\0", "")) {
            assertThat(links.read(signed(SECRET, purpose, content))).as(purpose).isNull();
        }
        assertThat(links.read(signed(SECRET, null, content))).isNull();
    }

    @Test
    void shouldRejectASignedTextThatIsNoOptOut() {
        assertThat(links.read(signed(SECRET, "hapax.unsubscribe/1", "no separator".getBytes(StandardCharsets.UTF_8))))
                .isNull();
        assertThat(links.read(signed(SECRET, "hapax.unsubscribe/1", new byte[] {'c', 0, (byte) 0xff, (byte) 0xfe})))
                .isNull();
        assertThat(links.read(signed(SECRET, "hapax.unsubscribe/1", new byte[0])))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "..", "%00", "\0", "é", "a b", "<script>", "😀", "=", "===="})
    void shouldRejectWhatIsNoToken(String text) {
        assertThat(links.read(text)).isNull();
    }

    private static byte[] content(byte[] token) {
        return Arrays.copyOfRange(token, MAC_BYTES, token.length);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** @param purpose null for none */
    private static String signed(String secret, @Nullable String purpose, byte[] content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            if (purpose != null) {
                mac.update(purpose.getBytes(StandardCharsets.UTF_8));
                mac.update((byte) 0);
            }
            return encoded(joined(Arrays.copyOf(mac.doFinal(content), MAC_BYTES), content));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
