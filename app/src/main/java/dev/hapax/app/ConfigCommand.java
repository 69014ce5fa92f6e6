package dev.hapax.app;

import dev.hapax.config.ConfigReference;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hapax config}: checks and shows configurations, and prints the reference. */
@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        description = "Check a configuration, show all its settings, or print the reference.")
final class ConfigCommand {

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Check a configuration and its rule files, and report all errors at once. Needs no broker.")
    int check(@Mixin ConfigOption config, @Mixin OutputOption output) {
        Settings settings = config.load().settings();
        ConfigOption.sources(settings);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("file", config.file().toString());
        result.put("valid", true);
        result.put("sources", settings.sources().size());
        output.print(
                result,
                config.file() + " is valid: " + settings.sources().size() + " source(s), "
                        + settings.classifiers().size() + " classifier(s)");
        return ExitCodes.DONE;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show every effective setting, defaults included. Secrets are masked.")
    int show(@Mixin ConfigOption config, @Mixin OutputOption output) {
        EffectiveSettings settings = config.load();
        output.print(settings.shown(), settings.yaml().stripTrailing());
        return ExitCodes.DONE;
    }

    @Command(
            name = "reference",
            mixinStandardHelpOptions = true,
            description = "Print the reference of all settings (docs/configuration.md).")
    int reference(@Mixin OutputOption output) {
        output.print(
                OutputOption.list(ConfigReference.entries(), null),
                ConfigReference.markdown().stripTrailing());
        return ExitCodes.DONE;
    }
}
