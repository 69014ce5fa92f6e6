package dev.hapax.quarantine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.QuarantineSettings.Flood;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.topology.HapaxFixture;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When quarantine is a symptom, and the instance stops instead of emptying its input into it. */
class FloodBreakerTest {

    private static final Flood NO_LIMIT = new Flood(0, 1, 10);

    @TempDir
    private Path folder;

    @Test
    void shouldStopAtOneMoreInARowThanAllowed() {
        FloodBreaker breaker = new FloodBreaker(new Flood(3, 1, 10));
        quarantine(breaker, 3);

        assertThatThrownBy(() -> breaker.quarantined(held(77)))
                .isInstanceOf(QuarantineFloodException.class)
                .hasMessageContaining("4 messages in a row")
                .hasMessageContaining("quarantine.flood.max-consecutive (3)")
                .hasMessageContaining("in-0@77")
                .hasMessageContaining("UNREADABLE: not JSON");
    }

    @Test
    void shouldCountAnewAfterOneThatPassed() {
        FloodBreaker breaker = new FloodBreaker(new Flood(3, 1, 10));

        assertThatCode(() -> {
                    for (int i = 0; i < 20; i++) {
                        quarantine(breaker, 3);
                        breaker.passed();
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void shouldStopAtAGreaterShareOfTheWindowThanAllowed() {
        FloodBreaker breaker = new FloodBreaker(new Flood(0, 0.5, 10));
        for (int i = 0; i < 5; i++) {
            breaker.quarantined(held(i));
            breaker.passed();
        }
        // Takes the place of one that was quarantined: the share stays at a half.
        breaker.quarantined(held(11));

        // Takes the place of one that passed.
        assertThatThrownBy(() -> breaker.quarantined(held(12)))
                .isInstanceOf(QuarantineFloodException.class)
                .hasMessageContaining("6 of the last 10 messages")
                .hasMessageContaining("quarantine.flood.max-share (0.5)")
                .hasMessageContaining("in-0@12");
    }

    @Test
    void shouldNotJudgeAShareBeforeTheWindowIsFull() {
        FloodBreaker breaker = new FloodBreaker(new Flood(0, 0.5, 10));
        quarantine(breaker, 9);

        assertThatThrownBy(() -> breaker.quarantined(held(9))).hasMessageContaining("10 of the last 10 messages");
    }

    @Test
    void shouldForgetWhatHasLeftTheWindow() {
        FloodBreaker breaker = new FloodBreaker(new Flood(0, 0.5, 10));
        quarantine(breaker, 5);
        for (int i = 0; i < 10; i++) {
            breaker.passed();
        }

        assertThatCode(() -> quarantine(breaker, 5)).doesNotThrowAnyException();
    }

    @Test
    void shouldNotStopWhereThereIsNoLimit() {
        FloodBreaker breaker = new FloodBreaker(NO_LIMIT);

        assertThatCode(() -> quarantine(breaker, 10_000)).doesNotThrowAnyException();
    }

    @Test
    void shouldStopTheTaskOnARowThatIntakeRefuses() {
        try (HapaxFixture hapax = hapax("{ max-consecutive: 3 }")) {
            for (int round = 0; round < 2; round++) {
                hapax.sends("in", null, "poison");
                hapax.sends("in", null, "poison");
                hapax.sends("in", null, "poison");
                hapax.sends("in", null, "{\"id\":" + round + "}");
            }
            hapax.sends("in", null, "poison");
            hapax.sends("in", null, "poison");
            hapax.sends("in", null, "poison");

            assertThatThrownBy(() -> hapax.sends("in", null, "poison"))
                    .hasRootCauseInstanceOf(QuarantineFloodException.class)
                    .rootCause()
                    .hasMessageContaining("quarantine.flood.max-consecutive (3)")
                    .hasMessageContaining("in-0@11")
                    .hasMessageContaining("UNREADABLE");
        }
    }

    @Test
    void shouldStopTheTaskOnARowThatTheGuardOrTheClassifierRefuses() {
        try (HapaxFixture hapax = hapax("{ max-consecutive: 3 }")) {
            hapax.sends("in", null, "{\"id\":1,\"mood\":\"broken\"}");
            hapax.sends("in", null, "{\"id\":1,\"mood\":\"other\"}");
            hapax.sends("in", null, "{\"id\":2,\"mood\":\"broken\"}");

            assertThatThrownBy(() -> hapax.sends("in", null, "{\"id\":3,\"mood\":\"undecided\"}"))
                    .rootCause()
                    .isInstanceOf(QuarantineFloodException.class)
                    .hasMessageContaining("in-0@3")
                    .hasMessageContaining("CLASSIFIER_FAILED");
        }
    }

    @Test
    void shouldStopTheTaskOnAShare() {
        try (HapaxFixture hapax = hapax("{ max-share: 0.4, window: 10 }")) {
            for (int i = 0; i < 4; i++) {
                hapax.sends("in", null, "{\"id\":\"a" + i + "\"}");
                hapax.sends("in", null, "poison");
                hapax.sends("in", null, "{\"id\":\"b" + i + "\"}");
            }
            hapax.sends("in", null, "poison");

            assertThatThrownBy(() -> hapax.sends("in", null, "poison"))
                    .rootCause()
                    .isInstanceOf(QuarantineFloodException.class)
                    .hasMessageContaining("5 of the last 10 messages")
                    .hasMessageContaining("quarantine.flood.max-share (0.4)")
                    .hasMessageContaining("in-0@13");
        }
    }

    private HapaxFixture hapax(String flood) {
        return new HapaxFixture(folder, """
                sources: [{ topic: in, identity: { field: /id }, classifier: moody }]
                quarantine: { flood: %s }
                """.formatted(flood));
    }

    private static void quarantine(FloodBreaker breaker, int times) {
        for (int i = 0; i < times; i++) {
            breaker.quarantined(held(i));
        }
    }

    private static Outcome.Refused held(long offset) {
        Message message = new Message(new Coordinates("in", 0, offset), 0, null, null, List.of());
        Refusal refusal = new Refusal(Reason.UNREADABLE, Phase.INTAKE, "not JSON", null, "in", null, null);
        return new Outcome.Refused(message, refusal, 0, 1);
    }
}
