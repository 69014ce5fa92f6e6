package dev.hapax.guarantees;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A guarantee that nothing can break guarantees nothing. */
class GuaranteesTest {

    private final ExactlyOnce once = new ExactlyOnce();
    private final NothingLost nothingLost = new NothingLost();
    private final QuarantineComplete quarantine = new QuarantineComplete();
    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();

    @Test
    void shouldHoldWhenEachCameOutOnce() {
        once.onSent("a");
        once.onSent("b");
        once.onSeen("b");
        once.onSeen("a");

        assertThatCode(once::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldNameWhatCameOutTwiceNeverOrFromNowhere() {
        once.onSent("a");
        assertThatThrownBy(once::verify).hasMessage("1 never came out: a");

        once.onSeen("a");
        once.onSeen("a");
        assertThatThrownBy(once::verify).hasMessage("1 came out more than once: a");

        ExactlyOnce other = new ExactlyOnce();
        other.onSent("a");
        other.onSeen("a");
        other.onSeen("b");
        assertThatThrownBy(other::verify).hasMessage("1 came out but was never sent: b");
    }

    @Test
    void shouldNotHoldOfNothing() {
        assertThatThrownBy(once::verify).hasMessage("nothing was sent");
        assertThatThrownBy(nothingLost::verify).hasMessage("nothing was sent");
        assertThatThrownBy(unchanged::verify).hasMessage("no decision was remembered");
    }

    @Test
    void shouldNameTheFirstOfManyThatAreLost() {
        for (int i = 10; i < 30; i++) {
            nothingLost.onSent("0@" + i);
        }
        nothingLost.onSeen("0@10");

        assertThatThrownBy(nothingLost::verify)
                .hasMessageStartingWith("19 have no outcome: ")
                .hasMessageEndingWith(", …");
    }

    @Test
    void shouldKnowAQuarantineThatIsNotComplete() {
        quarantine.onDue("0@1", "UNREADABLE", bytes("{broken"));
        assertThatThrownBy(quarantine::verify).hasMessage("1 are not in quarantine: 0@1");

        quarantine.onSeen("0@1", "CONFLICT", bytes("{broken"));
        assertThatThrownBy(quarantine::verify)
                .hasMessage("1 are in quarantine for another reason: 0@1 CONFLICT instead of UNREADABLE");

        quarantine.onSeen("0@1", "UNREADABLE", bytes("{broken"));
        assertThatThrownBy(quarantine::verify).hasMessage("1 are in quarantine more than once: 0@1");
    }

    @Test
    void shouldKnowAQuarantineThatHoldsTooMuchOrOtherBytes() {
        quarantine.onSeen("0@2", "UNREADABLE", bytes("{"));
        assertThatThrownBy(quarantine::verify).hasMessage("1 should not be in quarantine: 0@2");

        quarantine.onDue("0@2", "UNREADABLE", bytes("{broken"));
        assertThatThrownBy(quarantine::verify).hasMessage("1 are not in quarantine as they came: 0@2");
    }

    @Test
    void shouldKnowADecisionThatChangedOrWentAway() {
        unchanged.remember("a", "billing");
        assertThatThrownBy(unchanged::verify).hasMessage("1 were decided and are not any more: a");

        unchanged.onSeen("a", "other");
        assertThatThrownBy(unchanged::verify).hasMessage("1 are decided otherwise than before: a: billing, now other");

        unchanged.onSeen("a", "third");
        assertThatThrownBy(unchanged::verify).hasMessage("1 were decided twice, and not alike: a: other and third");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
