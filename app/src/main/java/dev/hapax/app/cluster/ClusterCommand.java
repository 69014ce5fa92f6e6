package dev.hapax.app.cluster;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax cluster}: three brokers on this machine that stay until they are stopped. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = {
            "Start and stop three Kafka brokers on this machine, to try a deployment. Each is a separate process that keeps"
                    + " running when the terminal is closed. You can kill and restart each of them.",
            "Not for production: they listen on loopback, without authentication, and store their data on one disk."
        },
        subcommands = {UpCommand.class, ClusterStatusCommand.class, DownCommand.class})
public final class ClusterCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
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
