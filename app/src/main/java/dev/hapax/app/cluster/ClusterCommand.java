package dev.hapax.app.cluster;

import dev.hapax.app.CommandGroup;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax cluster}: three brokers on this machine that stay until they are stopped. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = {
            "Start and stop three Kafka brokers on this machine, to try a deployment. Each is a separate process that keeps"
                    + " running when the terminal is closed. You can kill and restart each of them.",
            "Not for production: they listen on loopback, without authentication, and store their data on one disk."
        },
        subcommands = {UpCommand.class, ClusterCommand.StatusCommand.class, DownCommand.class})
public final class ClusterCommand extends CommandGroup {

    /** {@code hapax cluster status}: the state of each broker. */
    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = {
                "Show the process id, address and state of each broker, the controller, and the number of under-replicated"
                        + " partitions.",
                "Exit code 0 if all brokers are running, else 1."
            })
    static final class StatusCommand implements Callable<Integer> {

        @Mixin
        private final FolderOption folder = new FolderOption();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Override
        public Integer call() {
            ClusterState state = LocalCluster.find(folder.folder(), Clock.systemUTC())
                    .orElseThrow(() -> new FailedException(
                            "There is no cluster in " + folder.folder() + ". Start one with ./hapax cluster up."))
                    .state();
            output.print(state.fields(), state.text(output.terminal()));
            return state.allAlive() ? ExitCodes.DONE : ExitCodes.FAILED;
        }
    }

    /** {@code --folder DIR}: the data folder, which identifies a cluster. */
    static final class FolderOption {

        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "The data folder of the brokers (default: .work/cluster beside the hapax script).")
        private @Nullable Path folder;

        Path folder() {
            return folder == null ? Path.of(System.getProperty("hapax.home", ""), ".work", "cluster") : folder;
        }
    }
}
