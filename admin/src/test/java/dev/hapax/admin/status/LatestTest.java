package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.Aged;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LatestTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private Latest<Integer> latest = latest(Duration.ZERO, HOUR);

    @AfterEach
    void close() {
        latest.close();
    }

    @Test
    void shouldNotBlockCallersWhileTheSourceBlocks() {
        answers.release();
        assertThat(latest.within(HOUR).map(Aged::value)).contains(1);

        // From now on it blocks.
        await().until(() -> {
            var unused = latest.now();
            return asked.get() == 2;
        });

        for (int i = 0; i < 1_000; i++) {
            assertThat(latest.now().map(Aged::value)).contains(1);
        }
        assertThat(latest.within(Duration.ofMillis(10)).orElseThrow().age()).isPositive();
        assertThat(asked).as("asks at once").hasValue(2);
        answers.release();
        await().until(() -> latest.now().map(Aged::value).orElse(0) == 2);
    }

    @Test
    void shouldReturnNoValueInsteadOfAnOldOne() {
        latest.close();
        latest = latest(Duration.ZERO, Duration.ofMillis(500));
        answers.release();
        assertThat(latest.within(HOUR)).isPresent();

        await().until(() -> latest.now().isEmpty());
    }

    @Test
    void shouldNotQueryMoreOftenThanAValueIsValidEvenWithoutAValue() {
        AtomicInteger refused = new AtomicInteger();
        try (Latest<Integer> none = new Latest<>("none", HOUR, HOUR, () -> {
            refused.incrementAndGet();
            return Optional.empty();
        })) {
            assertThat(none.within(HOUR)).isEmpty();
            assertThat(none.within(HOUR)).isEmpty();
        }

        assertThat(refused).hasValue(1);
    }

    @Test
    void shouldEndItsThreadOnCloseWhileTheSourceBlocks() {
        var unused = latest.now();
        await().until(() -> asked.get() == 1);

        latest.close();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("blocking"));
        assertThat(latest.within(HOUR)).isEmpty();
    }

    private Latest<Integer> latest(Duration holds, Duration tooOld) {
        return new Latest<>("blocking", holds, tooOld, () -> {
            int count = asked.incrementAndGet();
            try {
                answers.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
            return Optional.of(count);
        });
    }
}
