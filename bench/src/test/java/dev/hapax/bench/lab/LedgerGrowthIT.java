package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerGrowthIT {

    private static final int DELIVERIES = 500;

    @TempDir
    Path folder;

    @Test
    void shouldMeasureALedgerThatIsRestored() throws Exception {
        LedgerGrowth.Task task = new LedgerGrowth.Task(
                "growth", folder.resolve("growth"), DELIVERIES, List.of("-XX:TieredStopAtLevel=1"));
        try (Lab lab = Lab.open(folder);
                LedgerGrowth growth = new LedgerGrowth(lab, task)) {
            LedgerGrowth.Found found = growth.measure(done -> {});

            assertThat(found.deliveries()).isEqualTo(DELIVERIES);
            assertThat(found.loadSeconds()).isPositive();
            assertThat(found.diskBytes()).isGreaterThan(DELIVERIES);
            assertThat(found.changelogBytes()).isGreaterThan(DELIVERIES);
            assertThat(found.startSeconds()).isPositive();
            assertThat(found.restoreSeconds()).isPositive();
            assertThat(found.heapBytes()).isPositive();
        }
    }
}
