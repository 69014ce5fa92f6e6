package dev.hapax.bench;

import dev.hapax.app.FailedException;
import dev.hapax.bench.report.FlameGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The recordings of a run, each drawn as a flame graph beside it. */
final class FlameGraphs {

    private static final String RECORDING = ".jfr";

    private FlameGraphs() {}

    static void draw(Path folder, BenchProgress progress) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> recordings = files.filter(file -> file.toString().endsWith(RECORDING))
                    .sorted()
                    .toList();
            for (Path recording : recordings) {
                String name = recording.getFileName().toString().replace(RECORDING, "");
                Path drawing = folder.resolve(name + "-flame.svg");
                Files.writeString(
                        drawing, FlameGraph.ofSecondHalf(name, recording).svg());
                progress.say("Wrote " + drawing);
            }
        } catch (IOException e) {
            throw new FailedException("--data: flame graphs could not be drawn in " + folder + ": " + e, e);
        }
    }
}
