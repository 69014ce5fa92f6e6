package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTest {

    private final Background background = new Background();

    @Test
    void shouldReportAThreadThatDies() {
        background
                .thread("feed", () -> {
                    throw new StackOverflowError("of the test");
                })
                .start();

        await().until(() -> !background.dead().isEmpty());
        assertThat(background.dead()).singleElement().asString().contains("feed", "StackOverflowError", "of the test");
    }

    @Test
    void shouldReportAPeriodicTaskThatEndsByItself() {
        ScheduledExecutorService scheduler = background.scheduler("sweeper", 1);
        var unused = scheduler.scheduleWithFixedDelay(
                () -> {
                    throw new IllegalStateException("of the test");
                },
                0,
                1,
                TimeUnit.MILLISECONDS);

        await().until(() -> !background.dead().isEmpty());
        assertThat(background.dead()).singleElement().asString().contains("sweeper", "of the test");
        scheduler.shutdownNow();
    }

    @Test
    void shouldReportNothingWhileTasksRunOrAreCancelled() throws Exception {
        ScheduledExecutorService scheduler = background.scheduler("sweeper", 1);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(1);
        var periodic = scheduler.scheduleWithFixedDelay(runs::incrementAndGet, 0, 1, TimeUnit.MILLISECONDS);
        var unused = scheduler.schedule(
                () -> {
                    failed.countDown();
                    throw new IllegalStateException("once, and only logged");
                },
                0,
                TimeUnit.MILLISECONDS);

        await().until(() -> runs.get() > 3);
        failed.await();
        periodic.cancel(false);
        scheduler.shutdown();

        assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(background.dead()).isEmpty();
    }
}
