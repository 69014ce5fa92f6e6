package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax cluster down}: stops the brokers. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = "Stop all brokers cleanly. Their data is kept for the next start, unless you add --delete.")
final class DownCommand implements Callable<Integer> {

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
        if (found.isEmpty()) {
            output.print(fields(0, List.of()), "There is no cluster in " + folder.folder() + ".");
            return ExitCodes.DONE;
        }
        LocalCluster cluster = found.get();
        int running = cluster.alive().size();
        List<Integer> killed = stop(cluster, clock);
        if (delete) {
            cluster.delete();
        }
        List<String> text = new ArrayList<>();
        text.add(
                running == 0 ? "No broker was running." : "Stopped " + running + " of " + cluster.size() + " brokers.");
        if (!killed.isEmpty()) {
            text.add("Brokers " + killed + " did not stop in time and were killed. They recover at the next start.");
        }
        text.add(delete ? "Removed their data from " + cluster.folder() : "Their data is in " + cluster.folder());
        output.print(fields(running, killed), text);
        return ExitCodes.DONE;
    }

    private Map<String, Object> fields(int stopped, List<Integer> killed) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("folder", folder.folder().toString());
        fields.put("stopped", stopped);
        fields.put("killed", killed);
        fields.put("deleted", delete);
        return fields;
    }

    private List<Integer> stop(LocalCluster cluster, Clock clock) throws InterruptedException {
        LiveLine line = new LiveLine(output.err(), clock);
        try {
            return cluster.stop(
                    left -> line.show(() -> "Waiting for " + left + " of " + cluster.size() + " brokers to stop"));
        } finally {
            line.end();
        }
    }
}
