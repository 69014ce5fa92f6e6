package dev.hapax.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldReadTheTimingsItWrote() {
        Timings timings = new Timings(1, 2, 3, 4, 5);

        timings.write(folder.resolve("timings"));

        assertThat(Timings.read(folder.resolve("timings"))).isEqualTo(timings);
    }

    @Test
    void shouldTellHowFarRestoringIs() {
        assertThat(RestoreLog.State.of(List.of("100 began a-0", "110 began a-1", "150 ended a-0 7")))
                .isEqualTo(new RestoreLog.State(1, 7, 50));
        assertThat(RestoreLog.State.of(List.of("100 began a-0", "110 began a-1", "150 ended a-0 7", "190 ended a-1 8")))
                .isEqualTo(new RestoreLog.State(2, 15, 90));
        assertThat(RestoreLog.State.read(folder.resolve("not yet"))).isEqualTo(new RestoreLog.State(0, 0, 0));
    }
}
