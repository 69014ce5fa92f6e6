package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.quarantine.CaseArchive;
import dev.hapax.operations.quarantine.CaseFilter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that move cases out of a quarantine and into another, as lines of JSON. */
final class ArchiveCommands {

    private ArchiveCommands() {}

    /** {@code hapax quarantine export}: cases with the original bytes. */
    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description =
                    "Write cases as JSON lines, with the original key, value and headers. 'hapax quarantine import' reads them.")
    static final class ExportCommand implements Callable<Integer> {

        @Mixin
        private final CaseAccess access = new CaseAccess();

        @Mixin
        private final FilterOptions filter = new FilterOptions();

        @Mixin
        @SuppressWarnings("UnusedVariable") // picocli reads it
        private final FormerOptions.ReasonFilter former = new FormerOptions.ReasonFilter();

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
            OutputOption output = access.output();
            CaseArchive.Exported count = export(filter.filter(Clock.systemUTC().instant()));
            access.printSkipped(count.skipped());
            if (output.json() && file != null) {
                output.print(
                        Map.of("file", file.toString(), "exported", count.exported(), "skipped", count.skipped()),
                        List.of());
            } else {
                output.err().println("Exported " + count.exported() + " cases.");
                output.err().flush();
            }
            return ExitCodes.DONE;
        }

        private CaseArchive.Exported export(CaseFilter wanted) throws IOException {
            CaseArchive archive = new CaseArchive(access.connect(), Clock.systemUTC());
            try (ProgressLine progress = new ProgressLine(access.output().err(), Clock.systemUTC())) {
                if (file == null) {
                    PrintWriter out = access.output().out();
                    CaseArchive.Exported count = archive.export(wanted, progress, out::println);
                    out.flush();
                    return count;
                }
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
                    CaseArchive.Exported count = archive.export(wanted, progress, out::println);
                    if (out.checkError()) {
                        throw new IOException("writing " + file + " failed: is the disk full?");
                    }
                    return count;
                }
            }
        }
    }

    /** {@code hapax quarantine import}: writes exported cases to a quarantine. */
    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            description = "Import exported cases, for example into another cluster. Existing cases are skipped.")
    static final class ImportCommand implements Callable<Integer> {

        @Mixin
        private final CaseAccess access = new CaseAccess();

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
                    ProgressLine progress = new ProgressLine(access.output().err(), Clock.systemUTC())) {
                count = new CaseArchive(access.connect(), Clock.systemUTC())
                        .importAll(lines.lines().filter(line -> !line.isBlank()).iterator(), progress);
            }
            access.output()
                    .print(
                            Map.of("imported", count.imported(), "skipped", count.skipped()),
                            "Imported " + count.imported() + " cases, skipped " + count.skipped() + " existing ones.");
            return ExitCodes.DONE;
        }
    }
}
