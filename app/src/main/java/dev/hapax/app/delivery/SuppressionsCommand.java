package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.Columns;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.SuppressionList;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        description = "List the addresses to which nothing is sent, add some, or remove one.")
public final class SuppressionsCommand {

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

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Allow deliveries to an address again.")
    int remove(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "ADDRESS", description = "The address.") String address) {
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
                    entries.stream()
                            .map(entry -> Map.of(
                                    "address", entry.address(),
                                    "by", entry.by(),
                                    "at", entry.at(),
                                    "reason", entry.reason()))
                            .toList(),
                    null)));
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
