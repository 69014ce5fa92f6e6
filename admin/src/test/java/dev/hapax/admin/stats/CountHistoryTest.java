package dev.hapax.admin.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CountHistoryTest {

    private static final Offset<Double> HARDLY = within(0.01);

    private final CountHistory timeline = new CountHistory(0);
    private long now;
    private long read;

    @Test
    void shouldReturnTheRateSinceTheStartWhenShorterThanTheWindow() {
        pass(10, 5);

        assertThat(rate(Duration.ofMinutes(1))).isEqualTo(5, HARDLY);
        assertThat(rate(Duration.ofDays(1))).isEqualTo(5, HARDLY);
    }

    @Test
    void shouldDropSamplesOlderThanTheWindow() {
        pass(600, 100);
        pass(60, 1);

        assertThat(rate(Duration.ofMinutes(1))).isEqualTo(1, HARDLY);
        assertThat(rate(Duration.ofHours(1))).isEqualTo((600 * 100 + 60) / 660.0, HARDLY);
    }

    @Test
    void shouldReturnTheRatesOfADay() {
        pass(24 * 3600, 10);
        pass(3600, 2);

        assertThat(rate(Duration.ofMinutes(1))).isEqualTo(2, HARDLY);
        assertThat(rate(Duration.ofHours(1))).isEqualTo(2, within(0.2));
        assertThat(rate(Duration.ofDays(1))).isEqualTo((23 * 10 + 2) / 24.0, within(0.4));
    }

    @Test
    void shouldReturnTheSeriesOfFiveMinutes() {
        pass(1_000, 1);
        pass(2, 7);

        assertThat(timeline.seconds()).hasSize(300);
        assertThat(timeline.seconds().get(297).counts().read()).isEqualTo(1);
        assertThat(timeline.seconds().get(298).counts().read()).isEqualTo(7);
        assertThat(timeline.seconds().get(299).counts().read()).isEqualTo(7);
    }

    @Test
    void shouldHaveNoRateWhenNoTimeHasPassed() {
        timeline.add(0, new MessageCounts(5, 5, 0, 0, 0, 0));

        assertThat(rate(Duration.ofMinutes(1))).isZero();
    }

    @Test
    void shouldStayCorrectWithMissedSamples() {
        pass(30, 4);
        now += 20_000;
        read += 20 * 4;
        timeline.add(now, counts());

        assertThat(rate(Duration.ofMinutes(1))).isEqualTo(4, HARDLY);
        assertThat(timeline.seconds().get(30).rate(MessageCounts::read)).isEqualTo(4, HARDLY);
    }

    private void pass(int seconds, int readInEach) {
        for (int i = 0; i < seconds; i++) {
            now += 1_000;
            read += readInEach;
            timeline.add(now, counts());
        }
    }

    private MessageCounts counts() {
        return new MessageCounts(read, read, 0, 0, 0, 0);
    }

    private double rate(Duration window) {
        return timeline.over(window).rate(MessageCounts::read);
    }
}
