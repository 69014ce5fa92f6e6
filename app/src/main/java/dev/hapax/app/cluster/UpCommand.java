package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax cluster up}: starts the brokers that do not run. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Start the brokers that do not run, and wait until all are in the cluster. Each takes up to 384 MB of heap.",
            "Ports: three from --port on for clients, and three each 10 and 20 above them for the brokers among themselves."
        })
final class UpCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final FolderOption folder = new FolderOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the first broker (default: the one it had before, at first 19092).")
    private @Nullable Integer port;

    @Override
    public Integer call() {
        Clock clock = Clock.systemUTC();
        LocalCluster cluster = LocalCluster.make(folder.folder(), port, clock);
        List<Integer> before = cluster.alive();
        PrintWriter out = spec.commandLine().getOut();
        start(cluster, before, clock);
        out.println(state(before.size(), cluster.size()) + ": " + cluster.bootstrapServers());
        printNext(out, cluster);
        out.flush();
        return ExitCodes.DONE;
    }

    private static String state(int before, int all) {
        if (before == all) {
            return "The cluster is up already";
        }
        return before == 0 ? "The cluster is up" : "The cluster is whole again";
    }

    /** Those that run already are waited for too: somebody may just have started them. */
    private void start(LocalCluster cluster, List<Integer> before, Clock clock) {
        PrintWriter err = spec.commandLine().getErr();
        if (before.size() < cluster.size()) {
            err.println("Starting " + (cluster.size() - before.size()) + " of " + cluster.size()
                    + " brokers, with data in " + cluster.folder() + " …");
            err.flush();
        }
        LiveLine line = new LiveLine(err, clock);
        long began = clock.millis();
        try {
            cluster.startMissing(() -> line.show(() -> String.format(
                    "waiting for the brokers to find each other: %d s", (clock.millis() - began) / 1_000)));
        } finally {
            line.end();
        }
    }

    private static void printNext(PrintWriter out, LocalCluster cluster) {
        out.println();
        out.println("In a configuration:");
        out.println("  kafka:");
        out.println("    bootstrap.servers: " + cluster.bootstrapServers());
        out.println();
        out.println("Next, with FILE for the configuration (docs/deploying.md has one):");
        out.println("  ./hapax topics create -c FILE --with-sources");
        out.println("  ./hapax run -c FILE");
        out.println("  ./hapax sample -c FILE       sends messages");
        out.println("  ./hapax cluster status       each broker, with its pid to kill -9");
        out.println("  ./hapax cluster down         stops all; their data stays unless --delete");
    }
}
