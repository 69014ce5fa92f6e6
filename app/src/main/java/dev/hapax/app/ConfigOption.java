package dev.hapax.app;

import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import dev.hapax.source.SourceCheck;
import dev.hapax.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** {@code -c FILE}, for the commands that need a configuration. */
public final class ConfigOption {

    public static final String VARIABLE = "HAPAX_CONFIG";

    public static final String NAME = "--config";

    public static final String DESCRIPTION =
            "The configuration, such as config/hapax.yaml (default: $" + VARIABLE + ").";

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Option(
            names = {"-c", NAME},
            paramLabel = "FILE",
            required = true,
            description = DESCRIPTION)
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private Path file;

    public Path file() {
        return file;
    }

    public EffectiveSettings load() {
        return load(file, spec);
    }

    /** The settings, once a broker has answered. */
    public Settings reachable() {
        Settings settings = load().settings();
        Cluster.connect(settings).close();
        return settings;
    }

    /** @param spec the command whose option it is */
    public static EffectiveSettings load(Path file, CommandSpec spec) {
        // Names the variable, since the user may not remember that it is set.
        if (!Files.isRegularFile(file) && !spec.commandLine().getParseResult().hasMatchedOption(NAME)) {
            throw new IllegalArgumentException(VARIABLE + ": " + file
                    + " does not exist or is not a file. Set it to a configuration, or add -c FILE.");
        }
        return SettingsFile.load(
                file, Environment.ofProcess(), new SourceCheck(Formats.load(), Classifiers.installed()));
    }

    /** The sources, ready to read and classify messages until this process ends. */
    public static Sources openSources(Settings settings) {
        Sources sources = sources(settings);
        sources.open();
        Runtime.getRuntime().addShutdownHook(new Thread(sources::close, "close-sources"));
        return sources;
    }

    /** The sources, not yet open. */
    public static Sources sources(Settings settings) {
        return Sources.of(settings, Formats.load(), Classifiers.installed());
    }

    static boolean isConfig(ArgSpec argument) {
        return argument instanceof OptionSpec option
                && Arrays.asList(option.names()).contains(NAME);
    }

    /** The file that the environment names; null if it names none. */
    static @Nullable Path file(Environment environment) {
        String file = environment.variable(VARIABLE);
        return file == null || file.isBlank() ? null : Path.of(file);
    }

    /** Takes the value of {@code -c} from the environment where it is not given. */
    record Defaults(Environment environment) implements IDefaultValueProvider {
        @Override
        public @Nullable String defaultValue(ArgSpec argument) {
            // In a group it is one of several choices, of which the user may have made another.
            Path file = isConfig(argument) && argument.group() == null ? file(environment) : null;
            return file == null ? null : file.toString();
        }
    }
}
