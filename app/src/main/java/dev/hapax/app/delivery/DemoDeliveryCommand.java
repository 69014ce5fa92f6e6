package dev.hapax.app.delivery;

import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import dev.hapax.app.WorkFolder;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.demo.delivery.DeliveryDemo;
import dev.hapax.demo.delivery.DeliveryResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax demo delivery}: deliveries through a killed worker and a killed instance. */
@Command(
        name = "delivery",
        mixinStandardHelpOptions = true,
        description = {
            "Start a broker, a mail server, an HTTP target, an instance and two workers, each in a process of its own.",
            "Stage deliveries by rule, over HTTP, from files and through a topic, kill a worker and the instance with -9 half-way, and show what became of each delivery."
        })
public final class DemoDeliveryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Option(
            names = "--deliveries",
            paramLabel = "N",
            defaultValue = "300",
            description = "How many deliveries to stage, 100 or more (default: ${DEFAULT-VALUE}).")
    private int deliveries;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which deliveries to generate. The same seed gives the same totals, except for what the kill"
                    + " strands (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep data and logs here (default: a temporary folder, removed at the end).")
    private @Nullable Path data;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (deliveries < 100) {
            throw new IllegalArgumentException("--deliveries: " + deliveries + " must be 100 or more.");
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("Starting a Kafka broker, a mail server, an HTTP target, an instance and two workers …");
        err.flush();
        try (CtrlC ctrlC = new CtrlC()) {
            try {
                Clock clock = Clock.systemUTC();
                WorkFolder folder = ctrlC.closing(WorkFolder.open("demo-delivery", data));
                DeliveryDemo demo = ctrlC.closing(DeliveryDemo.start(folder.path(), clock));
                LiveLine line = new LiveLine(err, clock);
                DeliveryResult result = demo.run(seed, deliveries, text -> line.show(() -> text));
                line.end();
                print(result, demo);
                return result.addsUp() ? ExitCodes.DONE : ExitCodes.FAILED;
            } catch (RuntimeException e) {
                ctrlC.waitIfPressed();
                throw e;
            }
        }
    }

    private void print(DeliveryResult result, DeliveryDemo demo) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(result.fields()));
            out.flush();
            return;
        }
        out.println();
        out.println(String.format(
                "%-20s%7d  deliveries: %s",
                "staged",
                result.staged(),
                result.origins().entrySet().stream()
                        .map(origin -> origin.getValue() + " " + by(origin.getKey()))
                        .collect(Collectors.joining(", "))));
        result.states()
                .forEach((state, count) -> out.println(
                        String.format("  %-18s%7d  %s", state.name().toLowerCase(Locale.ROOT), count, meaning(state))));
        out.println();
        out.println("  " + sum(result));
        out.println(
                "  killed with -9: " + result.kills() + " (a worker and the instance); accepted twice, by the servers'"
                        + " own logs: " + result.acceptedTwice().size());
        out.println("  receipts: " + result.receipts() + ", of which valid: " + result.receiptsValid());
        result.problems().forEach(problem -> out.println("  " + problem));
        printStranded(result, demo, out);
        out.flush();
    }

    private static String by(String origin) {
        return switch (origin) {
            case "rule" -> "by rule";
            case "api" -> "over HTTP";
            case "file" -> "from files";
            default -> "through the " + origin;
        };
    }

    /** The states as one sum: everything that has not ended and is not stranded waits. */
    private static String sum(DeliveryResult result) {
        Map<String, Integer> parts = new LinkedHashMap<>();
        for (DeliveryState state : List.of(
                DeliveryState.SENT,
                DeliveryState.REFUSED,
                DeliveryState.REJECTED,
                DeliveryState.SUPPRESSED,
                DeliveryState.EXPIRED,
                DeliveryState.STRANDED)) {
            parts.put(state.name().toLowerCase(Locale.ROOT), 0);
        }
        parts.put("waiting", 0);
        result.states().forEach((state, count) -> {
            boolean waits = !state.isEnd() && state != DeliveryState.STRANDED;
            parts.merge(waits ? "waiting" : state.name().toLowerCase(Locale.ROOT), count, Integer::sum);
        });
        return result.staged() + " staged = "
                + parts.entrySet().stream()
                        .map(part -> part.getValue() + " " + part.getKey())
                        .collect(Collectors.joining(" + "));
    }

    private static void printStranded(DeliveryResult result, DeliveryDemo demo, PrintWriter out) {
        if (result.stranded().isEmpty()) {
            return;
        }
        long byKill = result.stranded().stream().filter(it -> !it.hungUp()).count();
        out.println();
        out.println("Stranded: " + byKill + " by the kill, "
                + (result.stranded().size() - byKill) + " by targets that hang up.");
        out.println("The same seed gives the same totals, except for what the kill strands: those are sent otherwise.");
        out.println("A person looks into the log of the server, and reconciles them:");
        result.stranded()
                .forEach(it -> out.println("  hapax deliveries reconcile " + it.id()
                        + (it.accepted()
                                ? " --sent --evidence 'the log of the server has it'"
                                : " --not-sent --evidence 'the log of the server does not have it'")
                        + " -c " + demo.configFile()));
    }

    private static String meaning(DeliveryState state) {
        return switch (state) {
            case SENT -> "accepted by the mail server or the HTTP target";
            case REJECTED -> "by a person";
            case SUPPRESSED -> "the recipient has opted out";
            case STRANDED -> "not known whether it was sent: never sent again by itself";
            case REFUSED -> "by the target";
            case AWAITING_APPROVAL, APPROVED, DUE, CLAIMED -> "waiting";
            case EXPIRED, CANCELLED, ABANDONED -> "not sent";
        };
    }
}
