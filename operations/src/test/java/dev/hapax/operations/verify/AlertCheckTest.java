package dev.hapax.operations.verify;

import static dev.hapax.operations.verify.Facts.DECIDED;
import static dev.hapax.operations.verify.Facts.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.verify.Fact.Kind;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@link DecisionCheck} says of alerts. */
class AlertCheckTest {

    private static final int ALERT = Fact.IMPORTANT | Fact.SAME_RULES;

    @Test
    void shouldNameAnImportantDecisionWithoutAlert() {
        Facts facts = new Facts().input(0).decision(0, 0, Fact.IMPORTANT).check();

        assertThat(facts.faults()).containsExactly("ALERT_MISSING@0");
    }

    @Test
    void shouldNotAskForTheAlertOfASilentReplay() {
        Facts facts = new Facts()
                .replay(0, 1, Fact.SILENT)
                .decision(0, 1, Fact.IMPORTANT)
                .check();

        assertThat(facts.faults()).isEmpty();
    }

    @Test
    void shouldNotAskForAnAlertThatMayBeDeleted() {
        Retention retention = new Retention(Set.of(), Map.of(), false, 0, 0, 0, NOW + 1);

        Facts facts = new Facts().input(0).decision(0, 0, Fact.IMPORTANT).check(retention);

        assertThat(facts.faults()).isEmpty();
    }

    @Test
    void shouldNameAnAlertWithoutDecision() {
        Facts facts = new Facts()
                .input(0)
                .output(Kind.DUPLICATE, 0)
                .add(Kind.ALERT, 0, 0, ALERT, DECIDED)
                .check();

        assertThat(facts.faults()).containsExactly("ALERT_WITHOUT_DECISION@0");
    }

    @Test
    void shouldNameAnAlertThatIsNotItsDecision() {
        Facts facts = new Facts()
                .input(0)
                .decision(0, 0, Fact.IMPORTANT)
                .add(Kind.ALERT, 0, 0, ALERT, 43)
                .check();

        assertThat(facts.faults()).containsExactly("ALERT_DIFFERS@0");
    }

    @Test
    void shouldBlameTheDecisionAloneWhenTheAlertIsRight() {
        Facts facts = new Facts()
                .input(0)
                .add(Kind.DECISION, 0, 0, Fact.SAME_RULES, 43)
                .add(Kind.ALERT, 0, 0, ALERT, DECIDED)
                .check();

        assertThat(facts.faults()).containsExactly("OTHER_DECISION@0");
    }

    @Test
    void shouldNameAnAlertOfWhatIsNotImportant() {
        Facts facts = new Facts()
                .input(0)
                .decision(0)
                .add(Kind.ALERT, 0, 0, Fact.SAME_RULES, DECIDED)
                .check();

        assertThat(facts.faults()).containsExactly("ALERT_OF_UNIMPORTANT@0");
    }

    @Test
    void shouldNameASecondAlert() {
        Facts facts = new Facts()
                .input(0)
                .decision(0, 0, Fact.IMPORTANT)
                .add(Kind.ALERT, 0, 0, ALERT, DECIDED)
                .add(Kind.ALERT, 0, 0, ALERT, DECIDED)
                .check();

        assertThat(facts.faults()).containsExactly("ALERTED_TWICE@0");
    }
}
