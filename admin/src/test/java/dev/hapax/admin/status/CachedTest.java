package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CachedTest {

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void shouldQueryOnceWhileTheValueIsValid() {
        InstanceDirectory.Cached<Integer> cached =
                new InstanceDirectory.Cached<>(Duration.ofHours(1), asked::incrementAndGet);

        assertThat(cached.get()).isEqualTo(1);
        assertThat(cached.get()).isEqualTo(1);
    }

    @Test
    void shouldRefreshAnExpiredValue() {
        InstanceDirectory.Cached<Integer> cached =
                new InstanceDirectory.Cached<>(Duration.ofMillis(1), asked::incrementAndGet);
        cached.get();

        await().until(() -> cached.get() > 1);
    }

    @Test
    void shouldReturnThePreviousValueDuringARefresh() {
        CountDownLatch answered = new CountDownLatch(1);
        InstanceDirectory.Cached<Integer> cached = new InstanceDirectory.Cached<>(Duration.ZERO, () -> {
            int count = asked.incrementAndGet();
            if (count == 2) {
                await().until(() -> answered.getCount() == 0);
            }
            return count;
        });
        cached.get();
        CompletableFuture<Integer> slow = CompletableFuture.supplyAsync(cached::get);
        await().until(() -> asked.get() == 2);

        assertThat(cached.get()).isEqualTo(1);

        answered.countDown();
        assertThat(slow.join()).isEqualTo(2);
    }
}
