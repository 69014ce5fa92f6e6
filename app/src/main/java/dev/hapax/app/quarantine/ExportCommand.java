package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.CaseArchive;
import dev.hapax.operations.quarantine.CaseFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine export}: cases as lines of JSON, with the original bytes. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description =
                "Write cases as JSON lines, with the original key, value and headers. 'hapax quarantine import' reads them.")
final class ExportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final FormerOptions.ReasonFilter former = new FormerOptions.ReasonFilter();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The file to write (default: standard output). It must not exist.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        if (file != null && Files.exists(file)) {
            throw new IllegalArgumentException("--file: " + file + " already exists. Choose another name.");
        }
        Clock clock = Clock.systemUTC();
        CaseFilter wanted = filter.filter(clock.instant());
        KafkaClients clients = CaseChangeOptions.connected(config);
        PrintWriter err = spec.commandLine().getErr();
        CaseArchive.Exported count;
        try (ProgressLine progress = new ProgressLine(err, clock)) {
            CaseArchive archive = new CaseArchive(clients, clock);
            if (file == null) {
                PrintWriter out = spec.commandLine().getOut();
                count = archive.export(wanted, progress, out::println);
                out.flush();
            } else {
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
                    count = archive.export(wanted, progress, out::println);
                    if (out.checkError()) {
                        throw new IOException("writing " + file + " failed: is the disk full?");
                    }
                }
            }
        }
        CaseChangeOptions.printSkipped(err, count.skipped());
        if (output.json() && file != null) {
            spec.commandLine()
                    .getOut()
                    .println(OutputOption.json(
                            Map.of("file", file.toString(), "exported", count.exported(), "skipped", count.skipped())));
            spec.commandLine().getOut().flush();
        } else {
            err.println("Exported " + count.exported() + " cases.");
            err.flush();
        }
        return ExitCodes.DONE;
    }
}
