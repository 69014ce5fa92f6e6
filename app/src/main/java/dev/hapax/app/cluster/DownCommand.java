package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax cluster down}: stops the brokers in good order. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description =
                "Stop all brokers in good order; their data stays for the next start, unless it is to be deleted.")
final class DownCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final FolderOption folder = new FolderOption();

    @Option(names = "--delete", description = "Remove their data too, topics and records included.")
    private boolean delete;

    @Override
    public Integer call() throws InterruptedException, IOException {
        Clock clock = Clock.systemUTC();
        Optional<LocalCluster> found = LocalCluster.find(folder.folder(), clock);
        PrintWriter out = spec.commandLine().getOut();
        if (found.isEmpty()) {
            out.println("There is no cluster in " + folder.folder() + ".");
            return ExitCodes.DONE;
        }
        LocalCluster cluster = found.get();
        int running = cluster.alive().size();
        List<Integer> killed = stop(cluster, clock);
        out.println(
                running == 0 ? "No broker was running." : "Stopped " + running + " of " + cluster.size() + " brokers.");
        if (!killed.isEmpty()) {
            out.println("They did not stop in time and were killed: " + killed + "; they recover when started again.");
        }
        if (delete) {
            cluster.delete();
            out.println("Removed their data from " + cluster.folder());
        } else {
            out.println("Their data is in " + cluster.folder());
        }
        return ExitCodes.DONE;
    }

    private List<Integer> stop(LocalCluster cluster, Clock clock) throws InterruptedException {
        LiveLine line = new LiveLine(spec.commandLine().getErr(), clock);
        try {
            return cluster.stop(
                    left -> line.show(() -> "Waiting for " + left + " of " + cluster.size() + " brokers to stop"));
        } finally {
            line.end();
        }
    }
}
