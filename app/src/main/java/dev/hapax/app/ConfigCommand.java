package dev.hapax.app;

import dev.hapax.config.ConfigReference;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax config}: what can be set, what is set, and whether it can be. */
@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        description = "Check a configuration, show what holds, or print the reference.")
final class ConfigCommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Check a configuration with its rule files; lists everything that is wrong. Needs no broker.")
    int check(@Mixin ConfigOption config, @Mixin OutputOption output) {
        Settings settings = config.load().settings();
        ConfigOption.sources(settings);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("file", config.file().toString());
        result.put("valid", true);
        result.put("sources", settings.sources().size());
        out().println(
                        output.json()
                                ? OutputOption.json(result)
                                : config.file() + " is valid: "
                                        + settings.sources().size() + " source(s), "
                                        + settings.classifiers().size() + " classifier(s)");
        return ExitCodes.DONE;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show every setting that holds, defaults included, secrets masked.")
    int show(@Mixin ConfigOption config, @Mixin OutputOption output) {
        EffectiveSettings settings = config.load();
        out().println(
                        output.json()
                                ? OutputOption.json(settings.shown())
                                : settings.yaml().stripTrailing());
        return ExitCodes.DONE;
    }

    @Command(
            name = "reference",
            mixinStandardHelpOptions = true,
            description = "Print the reference of all settings, as docs/configuration.md has it.")
    int reference(@Mixin OutputOption output) {
        out().println(
                        output.json()
                                ? OutputOption.json(Map.of("settings", ConfigReference.entries()))
                                : ConfigReference.markdown().stripTrailing());
        return ExitCodes.DONE;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
