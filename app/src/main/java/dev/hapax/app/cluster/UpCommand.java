package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax cluster up}: starts the brokers that are not running. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Start the brokers that are not running, and wait until all have joined the cluster. Each uses up to 384 MB of heap.",
            "Ports: three from --port on for clients, and three each 10 and 20 above them for the brokers themselves."
        })
final class UpCommand implements Callable<Integer> {

    @Mixin
    private final ClusterCommand.FolderOption folder = new ClusterCommand.FolderOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port of the first broker (default: its port at the last start, initially 19092).")
    private @Nullable Integer port;

    @Override
    public Integer call() {
        Clock clock = Clock.systemUTC();
        LocalCluster cluster = LocalCluster.make(folder.folder(), port, clock);
        List<Integer> before = cluster.alive();
        start(cluster, before, clock);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("folder", cluster.folder().toString());
        fields.put("bootstrapServers", cluster.bootstrapServers());
        fields.put("started", cluster.size() - before.size());
        fields.put("brokers", cluster.size());
        output.print(fields, text(state(before.size(), cluster.size()), cluster.bootstrapServers()));
        return ExitCodes.DONE;
    }

    private static String state(int before, int all) {
        if (before == all) {
            return "The cluster is already running";
        }
        return before == 0 ? "The cluster is running" : "The cluster is complete again";
    }

    /** Waits for brokers that are already running, too: another command may just have started them. */
    private void start(LocalCluster cluster, List<Integer> before, Clock clock) {
        PrintWriter err = output.err();
        if (before.size() < cluster.size()) {
            err.println("Starting " + (cluster.size() - before.size()) + " of " + cluster.size()
                    + " brokers with data in " + cluster.folder() + " …");
            err.flush();
        }
        LiveLine line = new LiveLine(err, clock);
        long began = clock.millis();
        try {
            cluster.startMissing(() -> line.show(() -> String.format(
                    "waiting for the brokers to join the cluster: %d s", (clock.millis() - began) / 1_000)));
        } finally {
            line.end();
        }
    }

    private static String text(String state, String bootstrapServers) {
        return """
                %s: %s

                Use it in a configuration:
                  kafka:
                    bootstrap.servers: %2$s

                Next steps, with FILE for the configuration (docs/deploying.md shows one):
                  ./hapax topics create -c FILE --with-sources
                  ./hapax run -c FILE
                  ./hapax sample -c FILE       sends sample messages
                  ./hapax cluster status       shows each broker and its process id
                  ./hapax cluster down         stops all; add --delete to remove their data""".formatted(state, bootstrapServers);
    }
}
