package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void shouldTakeTheOneInTheMiddle() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9));
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(8.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 8));
    }

    @Test
    void shouldRefuseToSumUpNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
    }

    @Test
    void shouldShowTheEndsOnlyWhereTheyDiffer() {
        assertThat(new Spread(61234.4, 58000, 64000).text()).isEqualTo("61,234 (58,000–64,000)");
        assertThat(new Spread(1.834, 1.831, 1.834).text()).isEqualTo("1.83");
    }

    @Test
    void shouldGiveScriptsFiveDigits() {
        assertThat(new Spread(61234.4, 0.0123456, 12.3456).fields())
                .containsEntry("median", 61234L)
                .containsEntry("min", 0.012346)
                .containsEntry("max", 12.346);
    }
}
