package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.verify.DuplicateCheck.Mention;
import dev.hapax.operations.verify.Finding.Fault;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuplicateCheckTest {

    private static final RecordPosition FIRST = new RecordPosition(0, 0, 7);
    private static final RecordPosition COPY = new RecordPosition(0, 0, 9);
    private static final long DECIDED = 1_000;

    private final Results results = new Results();

    @Test
    void shouldAcceptADuplicateWhoseFirstHasAnOutcome() {
        check(Retention.NONE, Mention.outcome(FIRST), note());

        assertThat(results.findings()).isEmpty();
        assertThat(results.totals().notKnown()).isZero();
    }

    @Test
    void shouldNameADuplicateWhoseFirstWasNeitherDecidedNorQuarantined() {
        check(Retention.NONE, Mention.outcome(new RecordPosition(0, 0, 6)), note());

        assertThat(results.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.fault()).isEqualTo(Fault.FIRST_WITHOUT_OUTCOME);
            assertThat(finding.about()).isEqualTo(COPY);
        });
    }

    @Test
    void shouldNotKnowWhetherAFirstHadAnOutcomeThatMayBeDeleted() {
        check(gone(DECIDED + 1), note());

        assertThat(results.findings()).isEmpty();
        assertThat(results.totals().notKnown()).isEqualTo(1);
    }

    @Test
    void shouldNameADuplicateWhoseFirstIsTooNewToBeDeleted() {
        check(gone(DECIDED), note());

        assertThat(results.findings()).hasSize(1);
    }

    private static Mention note() {
        return new Mention(FIRST, new Mention.Note(COPY, 0, new PackedPosition(2, 3), DECIDED));
    }

    private static Retention gone(long before) {
        return new Retention(Set.of(), Map.of(), false, before, before, before, before);
    }

    /** Through rows, as they come out of the sorter. */
    private void check(Retention retention, Mention... mentions) {
        DuplicateCheck check = new DuplicateCheck(retention, results);
        long[] row = new long[Mention.WIDTH];
        for (Mention mention : mentions) {
            mention.put(row);
            check.accept(Mention.of(row));
        }
    }
}
