package dev.hapax.bench;

import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.Hapax;
import dev.hapax.app.OutputOption;
import dev.hapax.app.WorkFolder;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Chart;
import dev.hapax.bench.report.FlameGraph;
import dev.hapax.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax bench}: Hapax beside its alternatives, on this machine, in one run. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure Hapax beside its alternatives on this machine, on the same data, in the same run.",
            "%nMEASUREMENT is one of:",
            "  throughput  messages a second and CPU a message (the default)",
            "  latency     from commit of a message to commit of its decision",
            "  state       what the guard takes of disk, memory and time as it grows",
            "  restore     entries a second when the guard is restored from its changelog",
            "  watched     what 200 clients of an instance and its dashboard cost the stream",
            "  delivery    mails delivered a second beside a worker on Postgres, and how soon one leaves",
            "  campaign    a campaign from its file to its end, beside a worker on Postgres; what a kill strands",
            "  ledger      what recipients of a campaign take of disk and memory, and how soon a lost folder is restored",
            "  classify    what needs no broker, each alone: parsing, identity, rules",
            "%nNothing else should run meanwhile. What counts are the ratios within one run.%n"
        })
public final class BenchCommand implements Callable<Integer> {

    private static final int DEFAULT_THREADS = 2;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** What can be measured. */
    enum What {
        throughput,
        latency,
        state,
        restore,
        watched,
        delivery,
        campaign,
        ledger,
        classify
    }

    /** How long it may take. */
    static final class ExtentOptions {
        @Option(names = "--quick", description = "Few messages, one round: shows that all works, and no more.")
        private boolean quick;

        @Option(names = "--full", description = "As long as it takes, for figures to be published.")
        private boolean full;

        Order.Extent extent() {
            return quick ? Order.Extent.QUICK : full ? Order.Extent.FULL : Order.Extent.NORMAL;
        }
    }

    @Parameters(
            paramLabel = "MEASUREMENT",
            arity = "0..1",
            defaultValue = "throughput",
            description = "What to measure.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private What what;

    @ArgGroup
    private final ExtentOptions extent = new ExtentOptions();

    @Option(names = "--rounds", paramLabel = "N", description = "How often each contender runs.")
    private @Nullable Integer rounds;

    @Option(
            names = {"--messages", "--recipients"},
            paramLabel = "N",
            description = "How many messages each run reads; state, restore: how many entries; campaign, ledger: how"
                    + " many recipients. 1000 or more.")
    private @Nullable Long messages;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "These contenders and no others, e.g. streams-copy,hapax;"
                    + " watched: of nobody, clients, visitor, everyone (default: everyone).")
    private List<String> only = List.of();

    @Option(
            names = "--mail",
            paramLabel = "FILE",
            description = "Mails to send, one JSON object a line with the mail in \"raw\", .gz or plain"
                    + " (default: generated ones).")
    private @Nullable Path mail;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_THREADS,
            description = "Threads of each contender (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "latency: messages a second (default: half of what each contender did just before).")
    private @Nullable Integer rate;

    @Option(
            names = "--charts",
            paramLabel = "DIR",
            description = "Write charts here (default: docs/performance of the clone; with --quick, none).")
    private @Nullable Path charts;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Keep broker data, logs and recordings here (default: a temporary folder, removed at the end).")
    private @Nullable Path data;

    @Option(
            names = "--profile",
            description = "Record each contender with JFR; needs --data, where the recordings stay.")
    private boolean profile;

    @Mixin
    private final OutputOption output = new OutputOption();

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Hapax's commands with this one more, which an installed Hapax has not. */
    static CommandLine commandLine() {
        CommandLine hapax = Hapax.commandLine();
        hapax.addSubcommand(new BenchCommand());
        return hapax.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(hapax.getExecutionExceptionHandler());
    }

    @Override
    public Integer call() throws InterruptedException {
        Measurement measurement = measurement();
        Order order = order(measurement.contenders());
        try (CtrlC ctrlC = new CtrlC()) {
            try {
                return run(measurement, order, ctrlC);
            } catch (RuntimeException e) {
                ctrlC.waitIfPressed();
                throw e;
            }
        }
    }

    private Order order(List<String> known) {
        require(rounds == null || rounds > 0, "--rounds must be at least 1, not " + rounds);
        require(messages == null || messages >= 1_000, "--messages must be at least 1000, not " + messages);
        require(threads > 0, "--threads must be at least 1, not " + threads);
        require(!profile || data != null, "--profile keeps its recordings in --data: give a folder there");
        require(
                threads == DEFAULT_THREADS || (what != What.delivery && what != What.campaign && what != What.ledger),
                "--threads is not for " + what + ": it has " + Lab.PARTITIONS + " partitions");
        require(mail == null || Files.isReadable(mail), "--mail: " + mail + " is not a file that can be read");
        require(rate == null || rate > 0, "--rate must be at least 1, not " + rate);
        require(rate == null || what == What.latency, "--rate is for latency, and this measures " + what);
        require(mail == null || what == What.throughput, "--mail is for throughput, and this measures " + what);
        for (String name : only) {
            require(
                    known.contains(name),
                    "--only: " + what + " has no contender " + name + "; it has " + String.join(", ", known));
        }
        return new Order(extent.extent(), rounds, messages, only, mail, threads, rate, profile);
    }

    private static void require(boolean holds, String fault) {
        if (!holds) {
            throw new IllegalArgumentException(fault);
        }
    }

    private Measurement measurement() {
        return switch (what) {
            case throughput -> new Throughput();
            case latency -> new Latency();
            case state -> new State();
            case restore -> new Restore();
            case watched -> new Watched();
            case delivery -> new DeliverySpeed();
            case campaign -> new CampaignSpeed();
            case ledger -> new LedgerSize();
            case classify -> new Classify();
        };
    }

    private int run(Measurement measurement, Order order, CtrlC ctrlC) throws InterruptedException {
        Clock clock = Clock.systemUTC();
        BenchProgress progress = new BenchProgress(output.err(), clock);
        WorkFolder work = ctrlC.closing(WorkFolder.open("bench", data));
        Path folder = work.path().resolve(what + "-" + STAMP.format(clock.instant()));
        progress.say("Measuring " + what + ": " + measurement.duration(order.extent()) + " on two quiet cores"
                + (work.temporary() ? "" : "; data, logs and recordings stay in " + folder));
        BenchReport report = new Bench(order, folder, ctrlC, progress).run(measurement);
        print(report, Machine.facts(clock));
        chartsFolder(order).ifPresent(it -> write(report.charts(), it, progress));
        if (profile) {
            drawFlameGraphs(folder, progress);
        }
        return report.complete() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private void print(BenchReport report, Map<String, Object> machine) {
        output.print(report.fields(machine), report.lines(machine));
    }

    private Optional<Path> chartsFolder(Order order) {
        if (charts != null) {
            return Optional.of(charts);
        }
        // Set by the launcher.
        String home = System.getProperty("hapax.home");
        return home == null || order.extent() == Order.Extent.QUICK
                ? Optional.empty()
                : Optional.of(Path.of(home, "docs", "performance"))
                        .filter(it -> Files.exists(Path.of(home, "pom.xml")));
    }

    private static void drawFlameGraphs(Path folder, BenchProgress progress) {
        try {
            FlameGraph.drawAll(folder).forEach(drawing -> progress.say("Wrote " + drawing));
        } catch (IOException e) {
            throw new FailedException("--data: flame graphs could not be drawn in " + folder + ": " + e, e);
        }
    }

    private static void write(List<Chart> charts, Path folder, BenchProgress progress) {
        try {
            Files.createDirectories(folder);
            for (Chart chart : charts) {
                Path file = folder.resolve(chart.file() + ".svg");
                Files.writeString(file, chart.svg());
                progress.say("Wrote " + file);
            }
        } catch (IOException e) {
            throw new FailedException("--charts: " + folder + " cannot be written to: " + e, e);
        }
    }
}
