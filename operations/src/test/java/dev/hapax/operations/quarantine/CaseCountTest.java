package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseCountTest {

    private static final Case.Summary CONFLICT = Case.Summary.of(Cases.conflict());
    private static final Case.Summary LATE = Case.Summary.of(Cases.of(Reason.LATE, "{}", 1));

    @Test
    void shouldEndJustAfterTheNewestWhereverItStands() {
        CaseCount.Group older = new CaseCount.Group("CONFLICT", 2, CONFLICT, Cases.NOW.minusSeconds(9));
        CaseCount.Group newer = new CaseCount.Group("CONFLICT", 1, CONFLICT, Cases.NOW);

        CaseCount counted = new CaseCount(List.of(CaseCount.Group.of(LATE), older.plus(newer)));

        assertThat(newer.plus(older).latest()).isEqualTo(Cases.NOW);
        assertThat(counted.cases()).isEqualTo(4);
        assertThat(counted.until()).isEqualTo(Cases.NOW.plusMillis(1));
        assertThat(counted.fields()).containsEntry("until", "2026-05-05T17:00:00.001Z");
    }

    @Test
    void shouldHaveNoEndWhereNothingWasCounted() {
        CaseCount counted = new CaseCount(List.of());

        assertThat(counted.cases()).isZero();
        assertThat(counted.fields()).containsEntry("until", null);
    }
}
