package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

    private final AtomicLong nanos = new AtomicLong(42);

    @Test
    void shouldWaitUntilAsManyAreDue() {
        Pace pace = new Pace(100, nanos::get);

        nanos.addAndGet(200_000_000);

        assertThat(pace.nanosAfter(20)).isZero();
        assertThat(pace.nanosAfter(50)).isEqualTo(300_000_000);
    }

    @Test
    void shouldSendInSmallPortionsWhenTheRateIsSmall() {
        assertThat(new Pace(1, nanos::get).batch()).isEqualTo(1);
        assertThat(new Pace(100, nanos::get).batch()).isEqualTo(25);
        assertThat(new Pace(1_000_000, nanos::get).batch()).isEqualTo(2_000);
    }

    @Test
    void shouldNotWaitWhenNoRateIsAsked() {
        assertThat(new Pace(0, nanos::get).nanosAfter(1_000_000)).isZero();
    }

    @Test
    void shouldStopWaitingWhenToldSo() {
        Pace pace = new Pace(1, nanos::get);

        pace.keep(1_000_000, () -> true);

        assertThat(pace.nanosAfter(1_000_000)).isPositive();
    }
}
