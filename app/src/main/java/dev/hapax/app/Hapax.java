package dev.hapax.app;

import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program {@code hapax}: finds the command and runs it. */
@Command(
        name = "hapax",
        mixinStandardHelpOptions = true,
        versionProvider = Hapax.Version.class,
        description = "Kafka messages that act once: dedup, deterministic decisions, quarantine.")
public final class Hapax implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Hapax()).execute(arguments));
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
