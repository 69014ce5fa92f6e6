package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FeedThrottleTest {

    private long now;
    private final FeedThrottle pace = new FeedThrottle(() -> now);

    @Test
    void shouldPauseBrieflyForOneClient() {
        assertThat(pace.after(10, 1)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void shouldBatchEventsForManyClients() {
        assertThat(pace.after(1, 200)).isEqualTo(Duration.ofMillis(200));
        assertThat(pace.after(1, 500)).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void shouldSendABurstAtOnceAndLimitTheLongTermRate() {
        int clients = 200;
        int events = 200;
        long sent = 0;
        long rested = 0;
        assertThat(pace.after(events, clients)).isEqualTo(Duration.ofMillis(200));

        for (int round = 0; round < 1_000; round++) {
            long rest = pace.after(events, clients).toNanos();
            now += rest;
            rested += rest;
            sent += (long) events * clients;
        }

        assertThat(sent / (rested / 1e9)).isBetween(4_900.0, 5_200.0);
    }

    @Test
    void shouldSkipEventsThatWouldBeMuchTooLate() {
        assertThat(pace.isTooMuch(1_000, 200)).isFalse();
        assertThat(pace.isTooMuch(1_001, 200)).isTrue();
        assertThat(pace.isTooMuch(200_000, 1)).isFalse();
        assertThat(pace.isTooMuch(Long.MAX_VALUE, 0)).isFalse();
    }
}
