package dev.hapax.app.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Terminal;
import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.keys.Forgetting.Answer;
import dev.hapax.operations.keys.KeyFields;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.operations.quarantine.Case;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {

    private static final Instant FIRST = Instant.parse("2026-05-04T12:00:00Z");
    private static final Coordinates AT = new Coordinates("in", 2, 41);
    private static final Command.Forget FORGET =
            new Command.Forget("c1", "shop:1", "ada", "sent to the wrong address", FIRST);

    @Test
    void shouldShowWhyACopyIsSuppressed() {
        Why why = new Why(
                "shop:1",
                List.of(remembered(Duration.ofMinutes(50))),
                new Why.Suppressed(2, 1, new Coordinates("in", 2, 77)),
                List.of(conflict()),
                List.of(new Why.Commanded(FORGET, null)),
                List.of());

        assertThat(text(KeyText.lines(why))).isEqualTo("""
                identity     shop:1
                guard        suppresses copies dated before 2026-05-05T12:00:00Z (23 h 10 min left; partition time 2026-05-04T12:50:00Z)
                since        2026-05-04T12:00:00Z, in-2@41
                outcome      decided: billing-failure, important
                suppressed   2 duplicates, 1 redelivery; last in-2@77
                quarantined  in-2@78 CONFLICT, open: hapax quarantine show in-2@78
                command      2026-05-04T12:00:00Z forget, by ada: sent to the wrong address (waiting for an instance)
                """);
    }

    @Test
    void shouldShowWhyTheNextMessageIsProcessed() {
        Why expired =
                new Why("shop:1", List.of(remembered(Duration.ofDays(1))), never(), List.of(), List.of(), List.of());
        Why unknown = new Why("1", List.of(), never(), List.of(), List.of(), List.of("shop:1", "mail:1"));

        assertThat(text(KeyText.lines(expired)))
                .contains("expired at 2026-05-05T12:00:00Z", "its next message is processed");
        assertThat(KeyFields.of(expired)).containsEntry("suppresses", false);
        assertThat(text(KeyText.lines(unknown)))
                .contains(
                        "no entry: its next message is processed",
                        "suppressed   never",
                        "did you mean shop:1 or mail:1?");
    }

    @Test
    void shouldListWithTheTimeThatIsLeft() {
        assertThat(text(KeyText.table(
                        List.of(
                                remembered(Duration.ofSeconds(1)),
                                remembered(Duration.ofDays(1).minusSeconds(9))),
                        Terminal.NONE)))
                .isEqualTo("""
                identity  outcome                              first seen            time left
                shop:1    decided: billing-failure, important  2026-05-04T12:00:00Z  23 h 59 min
                shop:1    decided: billing-failure, important  2026-05-04T12:00:00Z  9 s
                """);
        assertThat(KeyText.time(Duration.ofHours(50))).isEqualTo("2 d 2 h");
    }

    @Test
    void shouldShowForgottenEntriesOrThatTheCommandWaits() {
        GuardEntry entry = remembered(Duration.ZERO).entry();
        Answer done =
                new Answer.Done(FORGET, new Command.Forgotten("c1", "shop:1", FIRST, 3, List.of(entry)), List.of());
        Answer nothing = new Answer.Done(
                FORGET, new Command.Forgotten("c1", "shop:1", FIRST, 0, List.of()), List.of("mail:shop:1"));

        assertThat(text(KeyText.lines(done))).isEqualTo("""
                Forgotten: shop:1. Its next message is processed (command c1).
                  was decided: billing-failure, important, from in-2@41
                  and 2 more
                """);
        assertThat(KeyFields.of(done)).containsEntry("state", "forgotten").containsEntry("entries", 3);
        assertThat(text(KeyText.lines(nothing))).contains("no entry for shop:1", "Did you mean mail:shop:1?");
        assertThat(KeyFields.of(new Answer.Waits(FORGET, false))).containsEntry("state", "waiting");
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private static Case conflict() {
        Case.Summary summary = new Case.Summary(
                new Coordinates("in", 2, 78),
                new Coordinates("quarantine", 0, 1),
                FIRST,
                "CONFLICT",
                "CONFLICT",
                "guard",
                "review",
                "in",
                "shop:1",
                1,
                0,
                "other content",
                2,
                "{}",
                "digest");
        return new Case(summary, Case.State.OPEN, null);
    }

    private static Why.Suppressed never() {
        return new Why.Suppressed(0, 0, null);
    }

    private static Remembered remembered(Duration later) {
        GuardEntry entry = new GuardEntry(
                GuardEntry.Status.DECIDED,
                FIRST.toEpochMilli(),
                FIRST.toEpochMilli(),
                AT,
                new Fingerprint(1, 2),
                0,
                "billing-failure",
                true);
        return new Remembered("shop:1", entry, FIRST.plus(Duration.ofDays(1)), FIRST.plus(later));
    }
}
