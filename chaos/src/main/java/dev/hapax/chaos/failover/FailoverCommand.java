package dev.hapax.chaos.failover;

import dev.hapax.chaos.stage.Journal;
import dev.hapax.harness.Folders;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code hapax-chaos failover}: how long it takes until a lost disk or a lost instance is made good. */
@Command(
        name = "failover",
        description = {
            "Measure how long it takes until a lost disk or a lost instance is made good, by size of the guard.",
            "%nOne broker that looks every second for transactions to give up, two instances with the timeouts of"
                    + " deploy/hapax.yaml (session 10 s, transaction 6 s). A message is sent every 20 ms; the longest that"
                    + " one of them waits for its decision is the outage.%n"
        })
public final class FailoverCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and end.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Option(
            names = "--entries",
            split = ",",
            paramLabel = "N",
            defaultValue = "1000000,5000000",
            description = "How many entries the guard has, one measurement for each (default: ${DEFAULT-VALUE}).")
    private List<Integer> entries = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = "text, or json: one object a line for each measurement.")
    private Form output = Form.text;

    /** How the results are printed. */
    enum Form {
        text,
        json
    }

    @Override
    public Integer call() throws Exception {
        for (int each : entries) {
            if (each < 1) {
                throw new ParameterException(spec.commandLine(), "--entries " + each + ": must be at least 1");
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Path folder = Path.of(System.getProperty("hapax.root", "."), ".work", "failover");
        if (output == Form.text) {
            out.println(
                    "  entries   disk lost: ready after   with a standby   instance lost: longest wait   with a standby");
        }
        for (int each : entries) {
            Folders.delete(folder);
            Journal journal = new Journal(entry -> {
                err.printf(Locale.ROOT, "%8.1f s  %s%n", entry.atMillis() / 1000.0, entry.what());
                err.flush();
            });
            try {
                Failover.Result found = new Failover(each, Files.createDirectories(folder), journal).measure();
                out.println(output == Form.json ? json(found) : row(found));
                out.flush();
            } catch (AssertionError e) {
                err.println("hapax-chaos failover: with " + each + " entries: " + e.getMessage() + "; the logs are in "
                        + folder);
                return 1;
            }
        }
        Folders.delete(folder);
        return 0;
    }

    private static String row(Failover.Result found) {
        return String.format(
                Locale.ROOT,
                "%,9d   %21s   %14s   %27s   %14s",
                found.entries(),
                seconds(found.disk()),
                seconds(found.diskWithStandby()),
                seconds(found.instance()),
                seconds(found.instanceWithStandby()));
    }

    private static String json(Failover.Result found) {
        return String.format(
                Locale.ROOT,
                "{\"entries\":%d,\"diskLostMillis\":%d,\"diskLostWithStandbyMillis\":%d,"
                        + "\"instanceLostMillis\":%d,\"instanceLostWithStandbyMillis\":%d}",
                found.entries(),
                found.disk().toMillis(),
                found.diskWithStandby().toMillis(),
                found.instance().toMillis(),
                found.instanceWithStandby().toMillis());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
