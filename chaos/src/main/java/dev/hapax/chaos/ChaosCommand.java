package dev.hapax.chaos;

import dev.hapax.chaos.delivery.DeliveryChaosCommand;
import dev.hapax.chaos.failover.FailoverCommand;
import dev.hapax.chaos.stage.Leftovers;
import dev.hapax.config.DurationText;
import dev.hapax.harness.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax-chaos}: Hapax under load and faults, and whether its guarantees held. */
@Command(
        name = "hapax-chaos",
        subcommands = {FailoverCommand.class, DeliveryChaosCommand.class},
        description = {
            "Run Hapax under load while it is hurt, and check that nothing was lost, doubled or changed.",
            "%nBrokers and instances are processes of their own; messages, copies, poison and contradictions are sent"
                    + " all the while. Each scenario ends with a check of every message against the input, and with"
                    + " what 'hapax verify' says. Exit code 0 only when everything held and every fault took place.%n"
        },
        footer = {
            "%nThe order and the choice of faults follow from the seed; the moment at which a process is hit also"
                    + " depends on the machine."
        })
public final class ChaosCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and end.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Which to run (default: all).")
    private @Nullable List<String> names;

    @Option(names = "--list", description = "Say which scenarios there are, and end.")
    private boolean list;

    @Option(names = "--seed", paramLabel = "N", description = "What chance begins with (default: a new one each time).")
    private @Nullable Long seed;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            defaultValue = "10m",
            description =
                    "For how long faults strike, all scenarios together, such as 90s or 10m (default: ${DEFAULT-VALUE})."
                            + " Each runs at least one round; starting and settling come on top.")
    private String time = "10m";

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "300",
            description = "Messages a second (default: ${DEFAULT-VALUE}).")
    private int perSecond;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where brokers, instances and the report are put (default: .work/chaos/SEED).")
    private @Nullable Path folder;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Form output = Form.text;

    /** How the result is printed. */
    enum Form {
        text,
        json
    }

    public static void main(String[] arguments) {
        // The launcher names the command, as it does for every other.
        String[] own = Arrays.stream(arguments)
                .skip(arguments.length > 0 && arguments[0].equals("chaos") ? 1 : 0)
                .toArray(String[]::new);
        Leftovers.removeAtEnd();
        System.exit(new CommandLine(new ChaosCommand()).execute(own));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            for (Scenario scenario : Scenario.values()) {
                out.printf("%-16s %s%n", scenario.code(), scenario.description());
            }
            out.flush();
            return 0;
        }
        if (perSecond < 1) {
            throw new ParameterException(spec.commandLine(), "--rate " + perSecond + ": must be at least 1");
        }
        List<Scenario> chosen = chosen();
        Duration all = duration();
        long start = seed == null ? new Random().nextInt(1_000_000) : seed;
        Path place = folder == null
                ? Path.of(System.getProperty("hapax.root", "."), ".work", "chaos", Long.toString(start))
                : folder.toAbsolutePath().normalize();
        prepare(place);
        ChaosReport report = run(chosen, start, all, place);
        Path written = report.write(place);
        out.println(output == Form.json ? report.json() : table(report, written));
        out.flush();
        return report.passed() ? 0 : 1;
    }

    /** What an earlier run of the same seed left is removed; a folder of the user's own must be empty. */
    private void prepare(Path place) throws IOException {
        if (folder == null) {
            Folders.delete(place);
        } else if (Files.isDirectory(place) && !Folders.isEmpty(place)) {
            throw new ParameterException(spec.commandLine(), "--folder " + place + " is not empty: choose another");
        }
        Files.createDirectories(place);
    }

    private List<Scenario> chosen() {
        try {
            return names == null
                    ? List.of(Scenario.values())
                    : names.stream().map(Scenario::of).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private Duration duration() {
        try {
            return DurationText.parse(time);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--time " + time + ": " + e.getMessage());
        }
    }

    private ChaosReport run(List<Scenario> chosen, long start, Duration all, Path place) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
                "Seed %d, %d scenarios, %d s of faults in all; in %s%n", start, chosen.size(), all.toSeconds(), place);
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : chosen) {
            err.printf("%n%s: %s%n", scenario.code(), scenario.description());
            err.flush();
            Duration share = all.dividedBy(chosen.size());
            ScenarioRun run =
                    new ScenarioRun(scenario, start, share, perSecond, place.resolve(scenario.code()), entry -> {
                        err.printf(Locale.ROOT, "%8.1f s  %s%n", entry.atMillis() / 1000.0, entry.what());
                        err.flush();
                    });
            ScenarioResult result = run.run();
            results.add(result);
            err.printf("%s: %s%n", scenario.code(), result.passed() ? "held" : "BROKEN");
            result.checks().stream()
                    .filter(check -> !check.held())
                    .forEach(check -> err.printf("  %s: %s%n", check.name(), check.failure()));
            err.flush();
        }
        return new ChaosReport(start, all, perSecond, results);
    }

    private static String table(ChaosReport report, Path written) {
        StringBuilder text = new StringBuilder();
        for (ScenarioResult result : report.results()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-16s %-7s %,8d messages  %3d faults%n",
                    result.scenario().code(),
                    result.passed() ? "held" : "BROKEN",
                    result.tally().messages(),
                    result.faultCount()));
        }
        return text.append(report.passed() ? "All held. " : "Not all held. ")
                .append("Report: ")
                .append(written)
                .toString();
    }
}
