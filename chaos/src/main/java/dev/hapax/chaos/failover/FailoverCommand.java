package dev.hapax.chaos.failover;

import dev.hapax.chaos.stage.RunOptions;
import dev.hapax.harness.Folders;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax-chaos failover}: the time to recover from the loss of a disk or an instance. */
@Command(
        name = "failover",
        description = {
            "Measure how long it takes until a lost disk or a lost instance is made good, by size of the guard.",
            "%nOne broker that looks every second for transactions to give up, two instances with the timeouts of"
                    + " deploy/hapax.yaml (session 10 s, transaction 6 s). A message is sent every 20 ms; the longest that"
                    + " one of them waits for its decision is the outage. With -o json, the result is one object a line for each"
                    + " measurement.%n"
        })
public final class FailoverCommand implements Callable<Integer> {

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(
            names = "--entries",
            split = ",",
            paramLabel = "N",
            defaultValue = "1000000,5000000",
            description = "How many entries the guard has, one measurement for each (default: ${DEFAULT-VALUE}).")
    private List<Integer> entries = List.of();

    @Override
    public Integer call() throws Exception {
        for (int each : entries) {
            if (each < 1) {
                throw options.refused("--entries " + each + ": must be at least 1");
            }
        }
        PrintWriter out = options.out();
        Path folder = RunOptions.workFolder("failover");
        if (!options.json()) {
            out.println(
                    "  entries   disk lost: ready after   with a standby   instance lost: longest wait   with a standby");
        }
        for (int each : entries) {
            Folders.delete(folder);
            try {
                Failover.Result found =
                        new Failover(each, Files.createDirectories(folder), options.journal()).measure();
                out.println(options.json() ? json(found) : row(found));
                out.flush();
            } catch (AssertionError e) {
                options.err()
                        .println("hapax-chaos failover: with " + each + " entries: " + e.getMessage()
                                + "; the logs are in " + folder);
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
