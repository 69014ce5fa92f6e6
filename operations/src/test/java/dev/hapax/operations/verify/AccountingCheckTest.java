package dev.hapax.operations.verify;

import static dev.hapax.operations.verify.Facts.DECIDED;
import static dev.hapax.operations.verify.Facts.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Verification.Count;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountingCheckTest {

    @Test
    void shouldFindNothingWrongWhenEveryMessageHasOneOutcome() {
        Facts facts = new Facts()
                .input(0)
                .decision(0)
                .input(1)
                .output(Kind.DUPLICATE, 1)
                .input(2)
                .output(Kind.QUARANTINE, 2)
                .input(3)
                .decision(3, 0, Fact.IMPORTANT)
                .add(Kind.ALERT, 3, 0, Fact.IMPORTANT | Fact.SAME_RULES, DECIDED)
                .input(4)
                .output(Kind.IN_FLIGHT, 4)
                .check();

        assertThat(facts.faults()).isEmpty();
        assertThat(facts.messages()).isEqualTo(new Count(5, 2, 1, 0, 1, 1, 0, 0));
        assertThat(facts.messages().addsUp()).isTrue();
        assertThat(facts.totals().alerts()).isEqualTo(1);
    }

    @Test
    void shouldNameWhatIsLost() {
        Facts facts =
                new Facts().input(0).decision(0).input(1).input(2).decision(2).check();

        assertThat(facts.faults()).containsExactly("NO_OUTCOME@1");
        assertThat(facts.messages().lost()).isEqualTo(1);
        assertThat(facts.messages().addsUp()).isFalse();
    }

    @Test
    void shouldMissTheFirstOutcomeWhenOnlyARedeliveryIsLeft() {
        Facts facts = new Facts().input(0).output(Kind.REDELIVERY, 0).check();

        assertThat(facts.faults()).containsExactly("ONLY_A_REDELIVERY@0");
    }

    @Test
    void shouldNameWhatWasDecidedTwice() {
        Facts facts = new Facts().input(0).decision(0).decision(0).check();

        assertThat(facts.faults()).containsExactly("DECIDED_TWICE@0");
        assertThat(facts.messages()).isEqualTo(new Count(1, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldNameWhatWasInvented() {
        Facts facts = new Facts()
                .input(0)
                .decision(0)
                .decision(1)
                .output(Kind.QUARANTINE, 2)
                .decision(0, 7, 0)
                .check();

        assertThat(facts.faults()).containsExactly("NO_INPUT@0/7", "NO_INPUT@1", "NO_INPUT@2");
    }

    @Test
    void shouldNotCallInventedWhoseMessageMayBeDeleted() {
        Retention retention = new Retention(
                Set.of(),
                Map.of(RecordPosition.partitionKey(Facts.TOPIC, 0), 5L),
                true,
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                0,
                0);

        Facts facts = new Facts().decision(4).decision(4, 7, 0).decision(5).check(retention);

        assertThat(facts.faults()).containsExactly("NO_INPUT@5");
        assertThat(facts.totals().unknownOutputs()).isEqualTo(2);
    }

    @Test
    void shouldNotCallInventedWhatCompactionMayHaveTaken() {
        Retention retention = new Retention(Set.of(Facts.TOPIC), Map.of(), false, Long.MIN_VALUE, Long.MIN_VALUE, 0, 0);

        assertThat(new Facts().decision(4).check(retention).faults()).isEmpty();
    }

    @Test
    void shouldNotCallLostWhoseOutcomeMayBeDeleted() {
        Retention retention = new Retention(Set.of(), Map.of(), false, NOW, NOW, NOW, NOW);

        Facts facts = new Facts()
                .add(Kind.INPUT, 0, 0, 0, DECIDED, NOW - 1)
                .add(Kind.INPUT, 1, 0, 0, DECIDED, NOW)
                .check(retention);

        assertThat(facts.faults()).containsExactly("NO_OUTCOME@1");
        assertThat(facts.messages().unknown()).isEqualTo(1);
    }

    @Test
    void shouldNameOutcomesThatExcludeEachOther() {
        Facts facts = new Facts()
                .input(0)
                .decision(0)
                .output(Kind.QUARANTINE, 0)
                .input(1)
                .decision(1)
                .output(Kind.DUPLICATE, 1)
                .input(2)
                .output(Kind.DUPLICATE, 2)
                .output(Kind.QUARANTINE, 2)
                .check();

        assertThat(facts.faults()).containsExactly("TWO_OUTCOMES@0", "TWO_OUTCOMES@1", "TWO_OUTCOMES@2");
    }

    @Test
    void shouldNameDecisionsThatTheRulesDoNotMake() {
        Facts facts = new Facts()
                .input(0)
                .add(Kind.DECISION, 0, 0, Fact.SAME_RULES, 43)
                .add(Kind.INPUT, 1, 0, Fact.REFUSED, 0)
                .decision(1)
                .input(2)
                .add(Kind.DECISION, 2, 0, Fact.UNREADABLE, 43)
                .input(3)
                .add(Kind.DECISION, 3, 0, 0, 43)
                .check();

        assertThat(facts.faults()).containsExactly("OTHER_DECISION@0", "NOT_DECIDABLE@1", "NOT_READABLE@2");
        assertThat(facts.totals().otherRules()).isEqualTo(1);
    }

    @Test
    void shouldJudgeADecisionByTheVersionThatMadeIt() {
        int other = Fact.flags(1);
        Facts facts = new Facts()
                .input(0)
                .add(Kind.BY_OTHER_RULES, 0, 0, other, 43)
                .add(Kind.DECISION, 0, 0, Fact.SAME_RULES | other, 43)
                .input(1)
                .add(Kind.BY_OTHER_RULES, 1, 0, other, 43)
                .add(Kind.DECISION, 1, 0, Fact.SAME_RULES | other, Facts.DECIDED)
                .input(2)
                .add(Kind.BY_OTHER_RULES, 2, 0, other | Fact.REFUSED, 0)
                .add(Kind.DECISION, 2, 0, Fact.SAME_RULES | other, 43)
                .input(3)
                .add(Kind.BY_OTHER_RULES, 3, 0, other, 43)
                .decision(3)
                .check();

        assertThat(facts.faults()).containsExactly("OTHER_DECISION@1", "NOT_DECIDABLE@2");
        assertThat(facts.totals().otherRules()).isZero();
        assertThat(facts.messages()).isEqualTo(new Count(4, 4, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldAcceptWhatRewoundOffsetsLeaveBehind() {
        Facts facts = new Facts()
                .input(0)
                .decision(0)
                .output(Kind.REDELIVERY, 0)
                .output(Kind.REDELIVERY, 0)
                .input(1)
                .output(Kind.DUPLICATE, 1)
                .output(Kind.DUPLICATE, 1)
                .input(2)
                .output(Kind.QUARANTINE, 2)
                .output(Kind.QUARANTINE, 2)
                .input(3)
                .decision(3)
                .add(Kind.QUARANTINE, 3, 0, Fact.LATE, 0)
                .input(4)
                .output(Kind.QUARANTINE, 4)
                .output(Kind.REDELIVERY, 4)
                .check();

        assertThat(facts.faults()).isEmpty();
        assertThat(facts.messages()).isEqualTo(new Count(5, 2, 1, 0, 2, 0, 0, 0));
        assertThat(facts.totals().again()).isEqualTo(6);
    }

    @Test
    void shouldAccountForReplaysUnderTheirGeneration() {
        Facts facts = new Facts()
                .input(0)
                .output(Kind.QUARANTINE, 0)
                .replay(0, 1, 0)
                .decision(0, 1, 0)
                .replay(0, 1, 0)
                .add(Kind.REDELIVERY, 0, 1, 0, 0)
                .replay(0, 2, 0)
                .check();

        assertThat(facts.faults()).containsExactly("NO_OUTCOME@0/2");
        assertThat(facts.messages()).isEqualTo(new Count(1, 0, 0, 0, 1, 0, 0, 0));
        assertThat(facts.replays()).isEqualTo(new Count(3, 1, 0, 1, 0, 0, 0, 1));
    }

    @Test
    void shouldAskNothingOfReplaysThatAreNotVerified() {
        Facts facts = new Facts()
                .replay(0, 1, Fact.OUTSIDE)
                .decision(0, 1, 0)
                .replay(1, 1, Fact.OUTSIDE)
                .check();

        assertThat(facts.faults()).isEmpty();
        assertThat(facts.replays().read()).isZero();
    }
}
