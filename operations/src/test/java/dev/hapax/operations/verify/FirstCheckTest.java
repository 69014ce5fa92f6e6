package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FirstCheckTest {

    private static final RecordPosition FIRST = new RecordPosition(0, 0, 7);
    private static final RecordPosition COPY = new RecordPosition(0, 0, 9);
    private static final long DECIDED = 1_000;

    private final VerifyCounts ledger = new VerifyCounts();
    private final Findings findings = new Findings();

    @Test
    void shouldAcceptADuplicateWhoseFirstHasAnOutcome() {
        check(Retention.NONE, FirstMention.outcome(FIRST), note());

        assertThat(findings.first()).isEmpty();
        assertThat(ledger.totals().notKnown()).isZero();
    }

    @Test
    void shouldNameADuplicateWhoseFirstWasNeitherDecidedNorQuarantined() {
        check(Retention.NONE, FirstMention.outcome(new RecordPosition(0, 0, 6)), note());

        assertThat(findings.first()).singleElement().satisfies(finding -> {
            assertThat(finding.fault()).isEqualTo(Fault.FIRST_WITHOUT_OUTCOME);
            assertThat(finding.about()).isEqualTo(COPY);
        });
    }

    @Test
    void shouldNotKnowWhetherAFirstHadAnOutcomeThatMayBeDeleted() {
        check(gone(DECIDED + 1), note());

        assertThat(findings.first()).isEmpty();
        assertThat(ledger.totals().notKnown()).isEqualTo(1);
    }

    @Test
    void shouldNameADuplicateWhoseFirstIsTooNewToBeDeleted() {
        check(gone(DECIDED), note());

        assertThat(findings.first()).hasSize(1);
    }

    private static FirstMention note() {
        return new FirstMention(FIRST, new FirstMention.Note(COPY, 0, new PackedPosition(2, 3), DECIDED));
    }

    private static Retention gone(long before) {
        return new Retention(Set.of(), Map.of(), false, before, before, before, before);
    }

    /** Through rows, as they come out of the sorter. */
    private void check(Retention retention, FirstMention... mentions) {
        FirstCheck check = new FirstCheck(retention, ledger, findings);
        long[] row = new long[FirstMention.WIDTH];
        for (FirstMention mention : mentions) {
            mention.put(row);
            check.accept(FirstMention.of(row));
        }
    }
}
