package dev.hapax.chaos;

import dev.hapax.chaos.campaign.CampaignChaosCommand;
import dev.hapax.chaos.delivery.DeliveryChaosCommand;
import dev.hapax.chaos.failover.FailoverCommand;
import dev.hapax.chaos.stage.Leftovers;
import dev.hapax.chaos.stage.RunOptions;
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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax-chaos}: Hapax under load and faults, and whether its guarantees held. */
@Command(
        name = "hapax-chaos",
        subcommands = {FailoverCommand.class, DeliveryChaosCommand.class, CampaignChaosCommand.class},
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

    @Mixin
    private final RunOptions options = new RunOptions();

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Which to run (default: all).")
    private @Nullable List<String> names;

    @Option(names = "--list", description = "Say which scenarios there are, and end.")
    private boolean list;

    @Mixin
    private final RunOptions.Chance chance = new RunOptions.Chance();

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
        PrintWriter out = options.out();
        if (list) {
            for (Scenario scenario : Scenario.values()) {
                out.printf("%-16s %s%n", scenario.code(), scenario.description());
            }
            out.flush();
            return 0;
        }
        if (perSecond < 1) {
            throw options.refused("--rate " + perSecond + ": must be at least 1");
        }
        List<Scenario> chosen = chosen();
        Duration all = duration();
        long start = chance.seed();
        Path place = folder == null
                ? RunOptions.workFolder("chaos", Long.toString(start))
                : folder.toAbsolutePath().normalize();
        prepare(place);
        ChaosReport report = run(chosen, start, all, place);
        Path written = report.write(place);
        out.println(options.json() ? report.json() : table(report, written));
        out.flush();
        return report.passed() ? 0 : 1;
    }

    /** Removes what an earlier run of the same seed has left. A folder that the user names must be empty. */
    private void prepare(Path place) throws IOException {
        if (folder == null) {
            Folders.delete(place);
        } else if (Files.isDirectory(place) && !Folders.isEmpty(place)) {
            throw options.refused("--folder " + place + " is not empty: choose another");
        }
        Files.createDirectories(place);
    }

    private List<Scenario> chosen() {
        try {
            return names == null
                    ? List.of(Scenario.values())
                    : names.stream().map(Scenario::of).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw options.refused(String.valueOf(e.getMessage()));
        }
    }

    private Duration duration() {
        try {
            return DurationText.parse(time);
        } catch (IllegalArgumentException e) {
            throw options.refused("--time " + time + ": " + e.getMessage());
        }
    }

    private ChaosReport run(List<Scenario> chosen, long start, Duration all, Path place) throws InterruptedException {
        PrintWriter err = options.err();
        err.printf(
                "Seed %d, %d scenarios, %d s of faults in all; in %s%n", start, chosen.size(), all.toSeconds(), place);
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : chosen) {
            err.printf("%n%s: %s%n", scenario.code(), scenario.description());
            err.flush();
            Duration share = all.dividedBy(chosen.size());
            ScenarioResult result = new ScenarioRun(
                            scenario, start, share, perSecond, place.resolve(scenario.code()), options.journal())
                    .run();
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
