package dev.hapax.app;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import dev.hapax.source.SourceCheck;
import dev.hapax.source.Sources;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code -c FILE}, for the commands that need a configuration. */
public final class ConfigOption {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The configuration, such as config/hapax.yaml.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private Path file;

    public Path file() {
        return file;
    }

    public EffectiveSettings load() {
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
}
