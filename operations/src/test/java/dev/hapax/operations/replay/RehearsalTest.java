package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.operations.replay.Rehearsal.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    private static final long TTL = 1_000;
    private static final Judgement JUDGEMENT = new Judgement("label", true, 1, "reason", "rule");

    private final Rehearsal rehearsal = new Rehearsal(100);

    @Test
    void shouldAdmitTheFirstAndHoldBackItsCopies() {
        assertThat(show("a", 1, 5_000)).isEqualTo(Answer.ADMITTED);
        assertThat(show("a", 1, 5_999)).isEqualTo(Answer.DUPLICATE);
        assertThat(show("a", 1, 4_001)).isEqualTo(Answer.DUPLICATE);
        assertThat(show("a", 2, 5_000)).isEqualTo(Answer.CONFLICT);
        assertThat(show("b", 1, 5_000)).isEqualTo(Answer.ADMITTED);
    }

    @Test
    void shouldAdmitAgainWhenTheWindowHasPassed() {
        show("a", 1, 5_000);

        assertThat(show("a", 1, 6_000)).isEqualTo(Answer.ADMITTED);
        assertThat(show("a", 1, 6_999)).isEqualTo(Answer.DUPLICATE);
    }

    @Test
    void shouldSayNothingOfMoreIdentitiesThanItCanHold() {
        Rehearsal small = new Rehearsal(1);

        small.show(arrival("a", 1, 0), TTL);

        assertThat(small.show(arrival("b", 1, 0), TTL)).isEqualTo(Answer.UNTOLD);
        assertThat(small.show(arrival("a", 1, 0), TTL)).isEqualTo(Answer.DUPLICATE);
    }

    @Test
    void shouldTellWhatTheGuardRemembersByItsLastWord() {
        String longOne = "x".repeat(65);
        for (String identity : List.of("decided", "quarantined", "other", "expired", "forgotten", "unknown", longOne)) {
            show(identity, 1, 5_000);
        }

        remember("decided", GuardEntry.decided(arrival("decided", 1, 5_000), JUDGEMENT));
        remember("quarantined", GuardEntry.quarantined(arrival("quarantined", 1, 5_000), Reason.CLASSIFIER_FAILED));
        remember("other", GuardEntry.decided(arrival("other", 2, 5_000), JUDGEMENT));
        remember("expired", GuardEntry.decided(arrival("expired", 1, 3_999), JUDGEMENT));
        remember("forgotten", GuardEntry.decided(arrival("forgotten", 1, 5_000), JUDGEMENT));
        rehearsal.remember("forgotten", 0, null);
        remember(longOne, GuardEntry.decided(arrival(longOne, 1, 5_000), JUDGEMENT));
        remember("not of the stretch", GuardEntry.decided(arrival("n", 1, 5_000), JUDGEMENT));

        assertThat(rehearsal.remembered(Map.of(0, 4_000L)))
                .isEqualTo(Map.of(
                        Forecast.GuardLookup.DECIDED,
                        2L,
                        Forecast.GuardLookup.QUARANTINED,
                        1L,
                        Forecast.GuardLookup.OTHER_CONTENT,
                        1L,
                        Forecast.GuardLookup.NOTHING,
                        3L));
    }

    private void remember(String identity, GuardEntry entry) {
        rehearsal.remember(Rehearsal.nameInGuard(identity), 0, entry);
    }

    private Answer show(String identity, long content, long time) {
        return rehearsal.show(arrival(identity, content, time), TTL);
    }

    private static Arrival arrival(String identity, long content, long time) {
        Message message = new Message(new Coordinates("t", 0, 0), time, null, null, List.of());
        return new Arrival("source", message, identity, new Fingerprint(content, content), 0, 0);
    }
}
