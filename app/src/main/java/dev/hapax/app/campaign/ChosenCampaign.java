package dev.hapax.app.campaign;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The campaign that a command is for. */
final class ChosenCampaign {

    /** For an instance to read what was written. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration CONNECT = Duration.ofSeconds(10);

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(paramLabel = "ID", index = "0", description = "The campaign.")
    private String id = "";

    String id() {
        return id;
    }

    OutputOption output() {
        return output;
    }

    /** Without asking a broker. */
    Settings settings() {
        return config.load().settings();
    }

    /** The settings, once a broker has answered. */
    Settings connect() {
        return connect(config);
    }

    static Settings connect(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, CONNECT).close();
        return settings;
    }

    ProgressLine progress() {
        return new ProgressLine(output.err(), Clock.systemUTC());
    }

    /** What the history has to say must say something. */
    static String required(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            throw new IllegalArgumentException("--reason: must not be empty. It is recorded.");
        }
        return reason.strip();
    }
}
