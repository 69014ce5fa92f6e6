package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.Finding.Trace;
import org.junit.jupiter.api.Test;

class ResultsTest {

    private final Results results = new Results();

    @Test
    void shouldShowAThousandOfOneName() {
        add(Fault.NO_OUTCOME, 3_000);

        assertThat(results.findings()).hasSize(Results.MOST);
        assertThat(results.counts()).containsEntry(AnomalyName.LOST, 3_000L);
    }

    @Test
    void shouldShowARareOneBesideManyOfAnother() {
        add(Fault.NO_OUTCOME, 3_000);
        add(Fault.NO_INPUT, 2_000);
        add(Fault.OTHER_DECISION, 1);

        assertThat(results.findings()).hasSize(Results.MOST);
        assertThat(results.findings()).extracting(Finding::fault).contains(Fault.OTHER_DECISION, Fault.NO_INPUT);
    }

    private void add(Fault fault, int count) {
        for (int i = 0; i < count; i++) {
            results.add(new Finding(
                    fault, new RecordPosition(0, 0, i), 0, new Trace(Kind.INPUT, new PackedPosition(0, i)), null));
        }
    }
}
