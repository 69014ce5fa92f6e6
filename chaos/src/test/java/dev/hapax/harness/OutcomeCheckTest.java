package dev.hapax.harness;

import static dev.hapax.harness.Written.outcome;
import static dev.hapax.harness.Written.quarantined;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** A message, its copy, poison and one on its way, and what may go wrong with them. */
class OutcomeCheckTest {

    private static final Map<String, byte[]> READ = Map.of(
            "in-0@0", Application.utf8("{1}"),
            "in-0@1", Application.utf8("{1}"),
            "in-0@2", Application.utf8("{broken"),
            "in-0@3", Application.utf8("{3}"));
    private static final ConsumerRecord<byte[], byte[]> DECISION = outcome(0, "a", 0, "billing");
    private static final ConsumerRecord<byte[], byte[]> DUPLICATE = outcome(1, "a", 0, "");
    private static final ConsumerRecord<byte[], byte[]> POISON = quarantined(2, "UNREADABLE", "{broken");

    private final OutcomeCheck audit = new OutcomeCheck();

    @Test
    void shouldFindNothingWhenEachMessageHasItsOutcomeOrIsOnItsWay() {
        audit.remember(DECISION);

        assertThatCode(() -> verify(List.of(DECISION), List.of(DUPLICATE), List.of(POISON)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldAcceptThatNothingHasBeenReadYet() {
        assertThatCode(() -> audit.verify(OutcomeCheck.ApplicationRecords.EMPTY))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldFindAMessageWithoutOutcome() {
        assertThatThrownBy(() -> verify(List.of(DECISION), List.of(), List.of(POISON)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("have no outcome", "in-0@1");
    }

    @Test
    void shouldNotAskForWhatItsTestDeletes() {
        audit.allowToBeDeleted(new Coordinates("in", 0, 1));

        assertThatCode(() -> verify(List.of(DECISION), List.of(), List.of(POISON)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldFindAnIdentityThatActedTwice() {
        var copyDecided = outcome(1, "a", 0, "billing");

        assertThatThrownBy(() -> verify(List.of(DECISION, copyDecided), List.of(), List.of(POISON)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("came out more than once", "a in generation 0");
    }

    @Test
    void shouldLetAnIdentityActAgainWhereItsTestSaysSoButNoMessageTwice() {
        audit.allowIdentitiesToActAgain();
        var copyDecided = outcome(1, "a", 0, "billing");

        assertThatCode(() -> verify(List.of(DECISION, copyDecided), List.of(), List.of(POISON)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> verify(List.of(DECISION, DECISION), List.of(DUPLICATE), List.of(POISON)))
                .hasMessageContainingAll("came out more than once", "in-0@0");
    }

    @Test
    void shouldLetAReplayActOnceMore() {
        var replayed = outcome(0, "a", 1, "billing");

        assertThatCode(() -> verify(List.of(DECISION, replayed), List.of(DUPLICATE), List.of(POISON)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> verify(List.of(DECISION, replayed, replayed), List.of(DUPLICATE), List.of(POISON)))
                .hasMessageContaining("a in generation 1");
    }

    @Test
    void shouldFindAMessageWithTwoOutcomesUnlessItWasReadAgain() {
        var alsoHeldBack = outcome(0, "a", 0, "");

        assertThatThrownBy(() -> verify(List.of(DECISION), List.of(DUPLICATE, alsoHeldBack), List.of(POISON)))
                .hasMessageContainingAll("came out more than once", "in-0@0");

        audit.allowMessagesToBeReadAgain();
        assertThatCode(() -> verify(List.of(DECISION), List.of(DUPLICATE, alsoHeldBack), List.of(POISON)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldFindBytesThatChangedOnTheirWayToQuarantine() {
        assertThatThrownBy(() ->
                        verify(List.of(DECISION), List.of(DUPLICATE), List.of(quarantined(2, "UNREADABLE", "{}"))))
                .hasMessageContainingAll("not in quarantine as they came", "in-0@2");
    }

    @Test
    void shouldFindADecisionThatIsAnotherNow() {
        audit.remember(outcome(0, "a", 0, "security"));

        assertThatThrownBy(() -> verify(List.of(DECISION), List.of(DUPLICATE), List.of(POISON)))
                .hasMessageContainingAll("decided otherwise than before", "security", "billing");
    }

    private void verify(
            List<ConsumerRecord<byte[], byte[]>> decisions,
            List<ConsumerRecord<byte[], byte[]>> duplicates,
            List<ConsumerRecord<byte[], byte[]>> quarantined) {
        audit.verify(new OutcomeCheck.ApplicationRecords(READ, Set.of("in-0@3"), decisions, duplicates, quarantined));
    }
}
