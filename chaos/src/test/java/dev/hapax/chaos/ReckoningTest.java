package dev.hapax.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.harness.Written;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four messages, and what is said of each thing that may go wrong with them. */
class ReckoningTest {

    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private final Judge.Reckoning reckoning = new Judge.Reckoning(unchanged);

    @BeforeEach
    void aMessageACopyAContradictionAndPoison() {
        unchanged.remember("a", "billing");
        List<ConsumerRecord<byte[], byte[]>> input = List.of(
                Written.message(0, "a", "{1}"),
                Written.message(1, "a", "{1}"),
                Written.message(2, "a", "{2}"),
                Written.message(3, "b", "{broken"));
        reckoning.expect(input, List.of("in-0@0", "in-0@1", "in-0@2", "in-0@3"), new Model(Written.NOW));
    }

    @Test
    void shouldFindNothingWhenEverythingCameOutAsItHadTo() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).isEmpty();
    }

    @Test
    void shouldFindAMessageThatIsLost() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("nothing lost", "one outcome for each message, the right one");
    }

    @Test
    void shouldFindAnIdentityThatActedTwice() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDecision(decision(1, "billing"));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken())
                .containsExactly("one outcome for each message, the right one", "each identity decided once");
    }

    @Test
    void shouldFindAMessageWithTwoOutcomes() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("one outcome for each message, the right one");
    }

    @Test
    void shouldFindAContradictionThatWasDropped() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawDuplicate(duplicate(2));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken())
                .containsExactly("one outcome for each message, the right one", "quarantine complete, byte for byte");
    }

    @Test
    void shouldFindBytesThatWereAltered() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken "));

        assertThat(broken()).containsExactly("quarantine complete, byte for byte");
    }

    @Test
    void shouldFindADecisionThatChanged() {
        reckoning.sawDecision(decision(0, "other"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("decisions unchanged");
    }

    @Test
    void shouldFindACopyThatActedInPlaceOfTheFirst() {
        reckoning.sawDuplicate(duplicate(0));
        reckoning.sawDecision(decision(1, "billing"));
        reckoning.sawQuarantined(Written.quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(Written.quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("one outcome for each message, the right one");
    }

    private List<String> broken() {
        List<String> names = new ArrayList<>();
        reckoning.checks().stream().filter(check -> !check.held()).forEach(check -> names.add(check.name()));
        return names;
    }

    private static ConsumerRecord<byte[], byte[]> decision(long about, String what) {
        return Written.outcome(about, "a", 0, what);
    }

    private static ConsumerRecord<byte[], byte[]> duplicate(long about) {
        return decision(about, "");
    }
}
