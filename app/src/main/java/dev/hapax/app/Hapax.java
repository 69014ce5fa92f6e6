package dev.hapax.app;

import dev.hapax.app.cluster.ClusterCommand;
import dev.hapax.app.keys.KeyCommand;
import dev.hapax.app.quarantine.QuarantineCommand;
import dev.hapax.app.replay.ReplayCommand;
import dev.hapax.app.sample.SampleCommand;
import dev.hapax.app.verify.VerifyCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program {@code hapax}: finds the command and runs it. */
@Command(
        name = "hapax",
        mixinStandardHelpOptions = true,
        versionProvider = Hapax.Version.class,
        description = "Kafka messages that act once: dedup, deterministic decisions, quarantine.",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            QuarantineCommand.class,
            TopicsCommand.class,
            ReplayCommand.class,
            VerifyCommand.class,
            ClassifyCommand.class,
            RulesCommand.class,
            ConfigCommand.class,
            KeyCommand.class,
            ClusterCommand.class,
            SampleCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        },
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0  done",
            "  1  failed: brokers, topics, or a check that found something",
            "  2  the command line, the configuration or a rule file is wrong",
            "  3  classify: the message would be quarantined",
            "  4  verify: nothing is wrong so far, but not everything can be checked any more",
            "  130  stopped by Ctrl-C",
            "%nIn a clone, beside its alternatives on this machine: hapax bench --help",
            "Shell completion: source <(hapax generate-completion)"
        })
public final class Hapax implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    public static CommandLine commandLine() {
        return new CommandLine(new Hapax())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(new CommandFailures());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }

    /** The version of the jar this class came from. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var built = Hapax.class.getPackage().getImplementationVersion();
            return new String[] {"hapax " + Objects.requireNonNullElse(built, "(not packaged)")};
        }
    }
}
