package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final RateLimit limit = new RateLimit(10, 3, now::get);

    private long allowed(String client, int asked) {
        return IntStream.range(0, asked).filter(i -> limit.allows(client)).count();
    }

    @Test
    void shouldAllowABurstOfTwoSecondsAndThenTheRate() {
        assertThat(allowed("a", 100)).isEqualTo(20);

        now.addAndGet(SECOND);

        assertThat(allowed("a", 100)).isEqualTo(10);
    }

    @Test
    void shouldNotAccumulateMoreThanABurst() {
        now.addAndGet(3600 * SECOND);
        assertThat(allowed("a", 100)).isEqualTo(20);
    }

    @Test
    void shouldLimitClientsSeparately() {
        allowed("a", 100);

        assertThat(limit.allows("b")).isTrue();
        assertThat(limit.allows("a")).isFalse();
    }

    @Test
    void shouldForgetTheLeastRecentlySeenClientWhenThereAreTooMany() {
        allowed("a", 100);
        limit.allows("b");
        limit.allows("c");
        limit.allows("a");
        limit.allows("d");

        assertThat(limit.remembered()).isEqualTo(3);
        assertThat(limit.allows("a"))
                .as("b was seen before a, and so is the one forgotten")
                .isFalse();
    }
}
