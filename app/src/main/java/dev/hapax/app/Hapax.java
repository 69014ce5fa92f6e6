package dev.hapax.app;

import dev.hapax.app.campaign.CampaignCommand;
import dev.hapax.app.cluster.ClusterCommand;
import dev.hapax.app.delivery.DeliverCommand;
import dev.hapax.app.delivery.DeliveriesCommand;
import dev.hapax.app.delivery.DeliveryCommand;
import dev.hapax.app.delivery.ReceiptsCommand;
import dev.hapax.app.delivery.SuppressionsCommand;
import dev.hapax.app.keys.KeyCommand;
import dev.hapax.app.quarantine.QuarantineCommand;
import dev.hapax.app.replay.ReplayCommand;
import dev.hapax.app.sample.SampleCommand;
import dev.hapax.app.verify.VerifyCommand;
import dev.hapax.config.Environment;
import java.util.Objects;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The program {@code hapax}: finds the command and runs it. */
@Command(
        name = "hapax",
        mixinStandardHelpOptions = true,
        versionProvider = Hapax.Version.class,
        description =
                "Processes each Kafka message once: deduplicates, classifies, and quarantines what it cannot decide.",
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
            CampaignCommand.class,
            DeliveriesCommand.class,
            DeliveryCommand.class,
            DeliverCommand.class,
            ReceiptsCommand.class,
            SuppressionsCommand.class,
            AdminCommand.class,
            ClusterCommand.class,
            SampleCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        },
        footerHeading = "%nExit codes:%n",
        footer = {
            "    0  success",
            "    1  failed, or a check found a problem",
            "    2  wrong arguments, configuration or rule file",
            "    3  classify: the message would be quarantined",
            "    4  verify: no problem found, but some records are already deleted",
            "  130  stopped by Ctrl-C",
            "%nEnvironment:",
            "  HAPAX_CONFIG  the configuration, for commands without -c",
            "  HAPAX_ACTOR   the name recorded with changes, for commands without --as",
            "  HAPAX_TOKEN   your token, for commands that ask an instance",
            "  NO_COLOR      turns colours off",
            "%nWith -o json, a command that fails also prints this on standard output:",
            "  {\"error\": {\"code\": …, \"message\": …, \"remedy\": …, \"exitCode\": …}}",
            "In a clone, 'hapax bench --help' shows how to measure Hapax beside alternatives.",
            "Shell completion: source <(hapax generate-completion)"
        })
public final class Hapax extends CommandGroup {

    private static final int HELP = 80;
    /** Picocli prints no narrower one. */
    private static final int NARROWEST_HELP = 55;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    public static CommandLine commandLine() {
        return commandLine(Environment.ofProcess());
    }

    static CommandLine commandLine(Environment environment) {
        CommandFailures failures = new CommandFailures();
        Terminal terminal = Terminal.ofProcess(environment);
        return new CommandLine(new Hapax())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setUsageHelpWidth(Math.max(NARROWEST_HELP, Math.min(HELP, terminal.width())))
                .setDefaultValueProvider(new ConfigOption.Defaults(environment))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
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
