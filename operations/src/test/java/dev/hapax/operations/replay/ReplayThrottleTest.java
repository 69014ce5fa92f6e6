package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReplayThrottleTest {

    private final AtomicLong nanos = new AtomicLong(42);

    @Test
    void shouldWaitUntilAsManyAreDue() {
        ReplayThrottle pace = new ReplayThrottle(100, nanos::get);

        nanos.addAndGet(200_000_000);

        assertThat(pace.nanosAfter(20)).isZero();
        assertThat(pace.nanosAfter(50)).isEqualTo(300_000_000);
    }

    @Test
    void shouldSendInSmallPortionsWhenTheRateIsSmall() {
        assertThat(new ReplayThrottle(1, nanos::get).batch()).isEqualTo(1);
        assertThat(new ReplayThrottle(100, nanos::get).batch()).isEqualTo(25);
        assertThat(new ReplayThrottle(1_000_000, nanos::get).batch()).isEqualTo(2_000);
    }

    @Test
    void shouldNotWaitWhenNoRateIsAsked() {
        assertThat(new ReplayThrottle(0, nanos::get).nanosAfter(1_000_000)).isZero();
    }

    @Test
    void shouldStopWaitingWhenToldSo() {
        ReplayThrottle pace = new ReplayThrottle(1, nanos::get);

        pace.keep(1_000_000, () -> true);

        assertThat(pace.nanosAfter(1_000_000)).isPositive();
    }
}
