package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.topics.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class TokensTest {

    private final Tokens tokens = new Tokens("shop\nhapax.");

    @Test
    void shouldReadThePositionItWrote() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            Position position = position(random);

            String token = tokens.write(position);

            assertThat(tokens.read(token)).as("seed %d", seed).isEqualTo(position);
            assertThat(token).matches("[A-Za-z0-9_-]+");
        }
    }

    @Test
    void shouldRejectInvalidTokens() {
        for (String garbage : new String[] {"", "x", "AAAA", "0", "%00", "{}", "🙂", "A".repeat(100_000)}) {
            assertThatThrownBy(() -> tokens.read(garbage))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a token of this application");
        }
    }

    @Test
    void shouldRejectATruncatedOrChangedToken() {
        String token = tokens.write(position(new Random(1)));
        for (int i = 0; i < token.length(); i++) {
            String cut = token.substring(0, i);
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);

            assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(cut));
            // The last character has unused bits.
            if (i < token.length() - 1) {
                assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(changed));
            }
        }
    }

    @Test
    void shouldRejectATokenOfAnotherApplication() {
        String token = new Tokens("bank\nhapax.").write(position(new Random(1)));

        assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(token));
    }

    /** What 0.1.0 wrote: offsets by the index of a topic, {{7, 9}, {1}, {0, 3}}. */
    @Test
    void shouldNotKnowAPositionWhenTheTokenIsOfAnotherVersion() {
        assertThat(tokens.read("AQIHCQEBAgADUp1RRA")).isNull();
    }

    @Test
    void shouldNameTopicsByTheirConstant() {
        String token = tokens.write(Position.NOWHERE.with(Topic.CASES, 1, 300));

        assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.ISO_8859_1))
                .startsWith("\u0002\u0001\u0005CASES\u0002\u0000\u00AC\u0002");
    }

    @Test
    void shouldSkipATopicThatThisVersionDoesNotHave() {
        String token = tokens.write(Position.NOWHERE.with(Topic.ALERTS, 0, 7).with(Topic.CASES, 0, 9));
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        String text = new String(bytes, 0, bytes.length - Integer.BYTES, StandardCharsets.ISO_8859_1);
        byte[] renamed = text.replace("CASES", "OTHER").getBytes(StandardCharsets.ISO_8859_1);

        Position read = tokens.read(withCheckSum(renamed));

        assertThat(read).isEqualTo(Position.NOWHERE.with(Topic.ALERTS, 0, 7));
    }

    private static String withCheckSum(byte[] content) {
        CRC32C sum = new CRC32C();
        sum.update("shop\nhapax.".getBytes(StandardCharsets.UTF_8));
        sum.update(content);
        byte[] token = ByteBuffer.allocate(content.length + Integer.BYTES)
                .put(content)
                .putInt((int) sum.getValue())
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    private static Position position(Random random) {
        Position position = Position.NOWHERE;
        for (Topic topic : FeedTopics.ALL) {
            for (int partition = random.nextInt(8) - 1; partition >= 0; partition--) {
                position = position.with(topic, partition, random.nextLong() >>> (1 + random.nextInt(60)));
            }
        }
        return position;
    }
}
