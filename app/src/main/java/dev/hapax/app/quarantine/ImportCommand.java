package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.quarantine.CaseArchive;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine import}: writes exported cases to a quarantine. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Import exported cases, for example into another cluster. Existing cases are skipped.")
final class ImportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(paramLabel = "FILE", description = "JSON lines written by 'hapax quarantine export'.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private Path file;

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("FILE: " + file + " does not exist or is not readable.");
        }
        CaseArchive.Imported count;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8);
                ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            count = new CaseArchive(CaseChangeOptions.connected(config), Clock.systemUTC())
                    .importAll(lines.lines().filter(line -> !line.isBlank()).iterator(), progress);
        }
        spec.commandLine()
                .getOut()
                .println(
                        output.json()
                                ? OutputOption.json(Map.of("imported", count.imported(), "skipped", count.skipped()))
                                : "Imported " + count.imported() + " cases, skipped " + count.skipped()
                                        + " existing ones.");
        spec.commandLine().getOut().flush();
        return ExitCodes.DONE;
    }
}
