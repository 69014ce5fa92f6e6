package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.Columns;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Unreadable;
import dev.hapax.operations.delivery.SuppressionImport;
import dev.hapax.operations.delivery.SuppressionList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax suppressions}: addresses that have opted out. */
@Command(
        name = "suppressions",
        mixinStandardHelpOptions = true,
        description = "List the addresses to which nothing is sent, add or import some, or remove one.")
public final class SuppressionsCommand {

    private static final Logger LOG = LoggerFactory.getLogger(SuppressionsCommand.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Send nothing to these addresses. Holds for every claim after this command has returned.")
    int add(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Parameters(paramLabel = "ADDRESS", arity = "1..*", description = "Addresses such as ann@example.org.")
                    List<String> addresses,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        SuppressionList list = open(config);
        for (String address : addresses) {
            print("suppressed", list.add(address, actor.actor(), reason), output);
        }
        return ExitCodes.DONE;
    }

    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            description = {
                "Send nothing to the addresses of a file: one a line, or the column 'address' of a CSV.",
                "Lines that are no addresses are reported, and the others count. Importing a file again changes nothing."
            })
    int importFile(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Parameters(paramLabel = "FILE", description = "The file, in UTF-8; - for standard input.") String file,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        SuppressionList list = open(config);
        SuppressionImport.Result result;
        try (SuppressionList.Additions additions = list.additions(actor.actor(), reason);
                ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                BufferedReader text = text(file)) {
            SuppressionImport reading = new SuppressionImport(additions::add);
            try {
                result = reading.read(text, progress);
                additions.flush();
            } catch (IOException | RuntimeException e) {
                throw new FailedException(
                        file + " was not imported to its end: " + additions.acknowledged()
                                + " addresses are suppressed, "
                                + reading.result().read() + " lines were read. Run it again: importing an address twice"
                                + " changes nothing. (" + e.getMessage() + ")",
                        e);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " can't be read: " + Unreadable.why(e), e);
        }
        print(file, result, output);
        return result.bad() == 0 ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static BufferedReader text(String file) throws IOException {
        return file.equals("-")
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                // Bytes that are not UTF-8 become a character that no address has, and so a line that is reported.
                : new BufferedReader(
                        new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8));
    }

    private void print(String file, SuppressionImport.Result result, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("read", result.read());
            fields.put("suppressed", result.added());
            fields.put("bad", result.bad());
            fields.put(
                    "badLines",
                    result.badLines().stream()
                            .map(line -> Map.of("line", line.line(), "why", line.why()))
                            .toList());
            out.println(OutputOption.json(fields));
        } else {
            result.badLines().forEach(line -> out.println(file + ":" + line.line() + ": " + line.why()));
            if (result.bad() > result.badLines().size()) {
                out.println("… and " + (result.bad() - result.badLines().size()) + " more bad lines");
            }
            out.println(result.added() + " of " + result.read() + " addresses are suppressed"
                    + (result.bad() == 0 ? "." : "; " + result.bad() + " lines are no addresses and were left out."));
        }
        out.flush();
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Allow deliveries to an address again.")
    int remove(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Parameters(paramLabel = "ADDRESS", description = "The address, or sha256: and its hash.") String address,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; logged.") @Nullable String reason) {
        LOG.info("{} removes a suppression{}", actor.actor(), reason == null ? "" : ": " + reason);
        print("no longer suppressed", open(config).remove(address), output);
        return ExitCodes.DONE;
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List the suppressed addresses.")
    int list(@Mixin ConfigOption config, @Mixin OutputOption output) {
        List<SuppressionList.Entry> entries;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            entries = open(config).list(progress);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(OutputOption.list(
                    entries.stream().map(SuppressionsCommand::fields).toList(), null)));
        } else if (entries.isEmpty()) {
            out.println("No address is suppressed.");
        } else {
            Columns columns = Columns.headed(output.terminal(), "address", "since", "by", "reason")
                    .shortening("reason");
            entries.forEach(entry -> columns.row(entry.address(), entry.at(), entry.by(), entry.reason()));
            columns.lines().forEach(out::println);
        }
        out.flush();
        return ExitCodes.DONE;
    }

    private static Map<String, Object> fields(SuppressionList.Entry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", entry.address());
        fields.put("at", entry.at());
        fields.put("by", entry.by());
        fields.put("reason", entry.reason());
        return fields;
    }

    private static SuppressionList open(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        return new SuppressionList(new KafkaClients(settings), Clock.systemUTC());
    }

    private void print(String what, String address, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                output.json()
                        ? OutputOption.json(Map.of("address", address, "suppressed", what.equals("suppressed")))
                        : address + ": " + what);
        out.flush();
    }
}
