package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.CaseExport;
import dev.hapax.operations.quarantine.CaseFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine export}: cases as lines of JSON, byte for byte. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Write cases as JSON lines, key, value and headers byte for byte; 'import' brings them in again.")
final class ExportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Where to (default: the standard output). A file that exists is not written over.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        if (file != null && Files.exists(file)) {
            throw new IllegalArgumentException("--file: " + file + " exists; give another name");
        }
        Clock clock = Clock.systemUTC();
        CaseFilter wanted = filter.filter(clock.instant());
        KafkaClients clients = CaseChangeOptions.connected(config);
        PrintWriter err = spec.commandLine().getErr();
        CaseExport.Count count;
        try (ProgressLine progress = new ProgressLine(err, clock)) {
            CaseExport export = new CaseExport(clients, clock);
            if (file == null) {
                PrintWriter out = spec.commandLine().getOut();
                count = export.export(wanted, progress, out::println);
                out.flush();
            } else {
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
                    count = export.export(wanted, progress, out::println);
                    if (out.checkError()) {
                        throw new IOException("writing " + file + " failed: is the disk full?");
                    }
                }
            }
        }
        CaseChangeOptions.tellSkipped(err, count.skipped());
        err.println("exported " + count.exported() + " cases");
        err.flush();
        return ExitCodes.DONE;
    }
}
