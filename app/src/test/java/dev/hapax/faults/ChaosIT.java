package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.chaos.ChaosCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Workers die between "done" and "recorded": each message must still act once. A short selection of what {@code hapax-chaos}
 * does, with a seed that is new each time.
 */
@Timeout(400)
class ChaosIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"killed, 12s", "stalled, 1s", "state-corrupted, 1s", "network, 1s"})
    void shouldHoldWhatItPromises(String scenario, String time) {
        StringWriter said = new StringWriter();
        CommandLine chaos = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true));

        int code = chaos.execute(
                scenario, "--time", time, "--folder", folder.resolve("run").toString());

        assertThat(code).as("%s", said).isZero();
    }
}
