package dev.hapax.app;

import dev.hapax.app.delivery.DemoCampaignCommand;
import dev.hapax.app.delivery.DemoDeliveryCommand;
import dev.hapax.demo.Demo;
import dev.hapax.demo.DemoReport;
import dev.hapax.demo.DemoRun;
import dev.hapax.demo.DemoTotals;
import dev.hapax.demo.LiveTraffic;
import dev.hapax.demo.stream.DemoMessage;
import dev.hapax.demo.stream.DemoStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax demo}: everything on this machine, once around. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Start a real Kafka broker and an instance in this process, send a generated stream through them, and"
                        + " show what became of every message.",
        subcommands = {DemoDeliveryCommand.class, DemoCampaignCommand.class})
final class DemoCommand implements Callable<Integer> {

    /** The port of the dashboard with {@code --keep}: the default of an instance. */
    private static final int DASHBOARD = 8090;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How many messages to send, 200 or more (default: ${DEFAULT-VALUE}).")
    private int messages;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which stream to generate; the same seed gives the same table (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--keep",
            description = "Leave broker and instance running until Ctrl-C, with a few messages a second coming in.")
    private boolean keep;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep broker data and state here (default: a temporary folder, removed at the end).")
    private @Nullable Path data;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Clock clock = Clock.systemUTC();
        Iterator<DemoMessage> stream =
                DemoStream.of(seed, messages, clock.instant()).iterator();
        say("Starting a Kafka broker and an instance of Hapax …");
        try (CtrlC ctrlC = new CtrlC()) {
            try {
                return run(stream, ctrlC, clock);
            } catch (RuntimeException e) {
                ctrlC.waitIfPressed();
                throw e;
            }
        }
    }

    private int run(Iterator<DemoMessage> stream, CtrlC ctrlC, Clock clock) throws IOException, InterruptedException {
        WorkFolder folder = ctrlC.closing(WorkFolder.open("demo", data));
        Demo demo = ctrlC.closing(Demo.start(folder.path(), clock, keep ? DASHBOARD : 0));
        if (keep) {
            if (demo.address().getPort() != DASHBOARD) {
                say("Port " + DASHBOARD + " is in use, so the dashboard has another one.");
            }
            say("Dashboard, signed in: " + demo.signInLink());
        }
        LiveLine line = new LiveLine(output.err(), clock);
        long began = clock.millis();
        DemoRun.Result result =
                new DemoRun(demo).run(stream, totals -> line.show(() -> progress(totals, clock.millis() - began)));
        line.end();
        print(result, demo);
        if (keep) {
            ctrlC.isTheWayToEnd();
            say("Broker and instance keep running, with a few messages a second, until Ctrl-C. Their data is in "
                    + folder.path());
            ctrlC.closing(new LiveTraffic(demo)).send(new DemoStream.LiveMessages(seed, clock));
        }
        return result.totals().addsUp() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static String progress(DemoTotals totals, long millis) {
        return String.format(
                "read %d  admitted %d  duplicates %d  conflicts %d  quarantined %d  alerts %d  %d/s",
                totals.read(),
                totals.admitted(),
                totals.duplicates(),
                totals.conflicts(),
                totals.quarantined(),
                totals.alerts(),
                totals.read() * 1_000 / Math.max(1, millis));
    }

    private void print(DemoRun.Result result, Demo demo) {
        if (output.json()) {
            output.print(result.totals().fields(), List.of());
        } else {
            DemoReport report = new DemoReport(output.out());
            report.print(result);
            report.next(keep, demo);
            output.out().flush();
        }
    }

    private void say(String text) {
        output.err().println(text);
        output.err().flush();
    }
}
