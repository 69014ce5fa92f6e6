package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphTest {

    @Test
    void shouldDrawEachFrameAsWideAsItsShare() {
        FlameGraph graph = FlameGraph.of(
                "job",
                List.of(List.of("run", "read"), List.of("run", "read"), List.of("run", "write<T>"), List.of("idle")));

        String svg = graph.svg();

        assertThat(svg)
                .contains("job, 4 samples")
                .contains("run: 75.0 %")
                .contains("read: 50.0 %")
                .contains("write&lt;T>: 25.0 %")
                .contains("width=\"600.0\"");
    }

    @Test
    void shouldDrawARecordingThatHasNoSamples(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("empty.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.dump(file);
        }

        assertThat(FlameGraph.ofSecondHalf("empty", file).svg()).contains("empty, 0 samples");
    }
}
