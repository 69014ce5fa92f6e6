package dev.hapax.app.cluster;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax cluster status}: which brokers live, who leads, and what misses a replica. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "Show each broker with its process id and address, whether it lives, which one leads the controllers, and how many"
                    + " partitions miss a replica.",
            "Exit code 0 only when all brokers live."
        })
final class ClusterStatusCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final FolderOption folder = new FolderOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        ClusterState state = LocalCluster.find(folder.folder(), Clock.systemUTC())
                .orElseThrow(() -> new FailedException(
                        "there is no cluster in " + folder.folder() + ": start one with ./hapax cluster up"))
                .state();
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(state.fields()));
        } else {
            state.print(out);
        }
        out.flush();
        return state.allAlive() ? ExitCodes.DONE : ExitCodes.FAILED;
    }
}
