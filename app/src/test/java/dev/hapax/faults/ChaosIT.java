package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.chaos.ChaosCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Workers die between "done" and "recorded": each message must still act once. A round of two of the scenarios of
 * {@code hapax-chaos}, with a seed that is new each time.
 */
@Timeout(400)
class ChaosIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"killed", "stalled"})
    @Execution(ExecutionMode.CONCURRENT)
    void shouldHoldWhatItPromises(String scenario) {
        StringWriter said = new StringWriter();
        CommandLine chaos = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true));

        int code = chaos.execute(
                scenario, "--time", "1s", "--folder", folder.resolve(scenario).toString());

        assertThat(code).as("%s", said).isZero();
    }
}
