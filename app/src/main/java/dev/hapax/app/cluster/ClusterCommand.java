package dev.hapax.app.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax cluster}: three brokers on this machine that stay until they are stopped. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = {
            "Three Kafka brokers on this machine, each a process of its own, to try a deployment on: they stay when the command"
                    + " or the terminal ends, and any of them may be killed and started again.",
            "They listen on loopback, ask nobody for a password and keep their data on one disk: not for production."
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
}
