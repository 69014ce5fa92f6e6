package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax cluster down}: stops the brokers. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = "Stop all brokers cleanly. Their data is kept for the next start, unless you add --delete.")
final class DownCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ClusterCommand.FolderOption folder = new ClusterCommand.FolderOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(names = "--delete", description = "Remove the data as well, with all topics and records.")
    private boolean delete;

    @Override
    public Integer call() throws InterruptedException, IOException {
        Clock clock = Clock.systemUTC();
        Optional<LocalCluster> found = LocalCluster.find(folder.folder(), clock);
        PrintWriter out = spec.commandLine().getOut();
        if (found.isEmpty()) {
            if (output.json()) {
                print(0, List.of());
            } else {
                out.println("There is no cluster in " + folder.folder() + ".");
            }
            return ExitCodes.DONE;
        }
        LocalCluster cluster = found.get();
        int running = cluster.alive().size();
        List<Integer> killed = stop(cluster, clock);
        if (delete) {
            cluster.delete();
        }
        if (output.json()) {
            print(running, killed);
            return ExitCodes.DONE;
        }
        out.println(
                running == 0 ? "No broker was running." : "Stopped " + running + " of " + cluster.size() + " brokers.");
        if (!killed.isEmpty()) {
            out.println("Brokers " + killed + " did not stop in time and were killed. They recover at the next start.");
        }
        out.println(delete ? "Removed their data from " + cluster.folder() : "Their data is in " + cluster.folder());
        return ExitCodes.DONE;
    }

    private void print(int stopped, List<Integer> killed) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("folder", folder.folder().toString());
        fields.put("stopped", stopped);
        fields.put("killed", killed);
        fields.put("deleted", delete);
        spec.commandLine().getOut().println(OutputOption.json(fields));
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
