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

/** {@code hapax cluster status}: the state of each broker. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "Show the process id, address and state of each broker, the controller, and the number of under-replicated"
                    + " partitions.",
            "Exit code 0 if all brokers are running, else 1."
        })
final class ClusterStatusCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ClusterCommand.FolderOption folder = new ClusterCommand.FolderOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        ClusterState state = LocalCluster.find(folder.folder(), Clock.systemUTC())
                .orElseThrow(() -> new FailedException(
                        "There is no cluster in " + folder.folder() + ". Start one with ./hapax cluster up."))
                .state();
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(state.fields()));
        } else {
            state.print(out, output.terminal());
        }
        out.flush();
        return state.allAlive() ? ExitCodes.DONE : ExitCodes.FAILED;
    }
}
