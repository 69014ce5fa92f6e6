package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TokensTest {

    private final Tokens tokens = new Tokens("shop\nhapax.", 3);

    @Test
    void shouldGiveBackThePositionItWasMadeOf() {
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
    void shouldRefuseWhatIsNoToken() {
        for (String garbage : new String[] {"", "x", "AAAA", "0", "%00", "{}", "🙂", "A".repeat(100_000)}) {
            assertThatThrownBy(() -> tokens.read(garbage))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is no token of this application");
        }
    }

    @Test
    void shouldRefuseATokenThatWasCutShortOrChanged() {
        String token = tokens.write(position(new Random(1)));
        for (int i = 0; i < token.length(); i++) {
            String cut = token.substring(0, i);
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);

            assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(cut));
            // The last sign has bits that stand for nothing.
            if (i < token.length() - 1) {
                assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(changed));
            }
        }
    }

    @Test
    void shouldRefuseATokenOfAnotherApplication() {
        String token = new Tokens("bank\nhapax.", 3).write(position(new Random(1)));

        assertThatIllegalArgumentException().isThrownBy(() -> tokens.read(token));
    }

    private static Position position(Random random) {
        Position position = Position.of(new long[][] {{}, {}, {}});
        for (int topic = 0; topic < 3; topic++) {
            for (int partition = random.nextInt(8) - 1; partition >= 0; partition--) {
                position = position.with(topic, partition, random.nextLong() >>> (1 + random.nextInt(60)));
            }
        }
        return position;
    }
}
