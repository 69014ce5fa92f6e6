package dev.hapax.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is counted can be read back, and stays within bounds. */
class MetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = new Meters(registry);

    @Test
    void shouldTellWhatWasCountedAsItWasCounted() {
        meters.count("hooks", OutcomeLabel.ADMITTED, false);
        meters.count("hooks", OutcomeLabel.DUPLICATE, true);
        meters.count(null, OutcomeLabel.QUARANTINED, false);
        meters.decided("alarm", true);
        meters.decided("alarm", false);
        meters.quarantined(Reason.LATE);
        meters.alerted();

        InstanceCounts tally = meters.tally();

        assertThat(tally.messages()).containsOnlyKeys("hooks", Meters.UNKNOWN);
        assertThat(tally.messages().get("hooks"))
                .isEqualTo(Map.of(
                        OutcomeLabel.ADMITTED,
                        1L,
                        OutcomeLabel.DUPLICATE,
                        1L,
                        OutcomeLabel.REDELIVERY,
                        0L,
                        OutcomeLabel.QUARANTINED,
                        0L));
        assertThat(tally.decisionsByLabel()).isEqualTo(Map.of("alarm", 2L));
        assertThat(tally.quarantinedByReason())
                .hasSize(Reason.values().length)
                .containsEntry("LATE", 1L)
                .containsEntry("CONFLICT", 0L);
        assertThat(tally.alerts()).isEqualTo(1);
    }

    @Test
    void shouldCountTheRestTogetherWhenThereAreTooManyLabels() {
        for (int i = 0; i < 300; i++) {
            meters.decided("label-" + i, false);
            meters.decided("label-" + i, true);
        }
        meters.decided("x".repeat(101), false);

        assertThat(meters.tally().decisionsByLabel())
                .hasSize(201)
                .containsEntry("label-199", 2L)
                .doesNotContainKey("label-200")
                .containsEntry("(others)", 201L);
        assertThat(registry.find(Meter.DECISIONS.id()).functionCounters()).hasSize(402);
    }

    @Test
    void shouldShowZeroForWhatHasNotOccurredYet() {
        meters.expect(List.of("hooks"));

        assertThat(registry.get(Meter.MESSAGES.id())
                        .tags("source", "hooks", "outcome", "redelivery")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(registry.get(Meter.QUARANTINED.id())
                        .tags("reason", "UNREADABLE")
                        .functionCounter()
                        .count())
                .isZero();
    }

    @Test
    void shouldTakeALatencyBeforeItsTimeForNoneAndSayHowFarAheadItWas() {
        meters.eventLatency("hooks", -5_000);

        assertThat(registry.get(Meter.EVENT_LATENCY.id()).timer().max(TimeUnit.SECONDS))
                .isZero();
        assertThat(registry.get(Meter.EVENT_LATENCY.id()).timer().count()).isEqualTo(1);
        assertThat(registry.get(Meter.EVENT_AHEAD.id()).timer().max(TimeUnit.SECONDS))
                .isEqualTo(5);
    }

    @Test
    void shouldCountNobodyAsAheadWhoIsNot() {
        meters.eventLatency("hooks", 0);
        meters.eventLatency("hooks", 5_000);
        meters.expect(List.of("hooks"));

        assertThat(registry.get(Meter.EVENT_AHEAD.id()).timer().count()).isZero();
    }
}
