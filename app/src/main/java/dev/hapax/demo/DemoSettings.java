package dev.hapax.demo;

import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The demo's configuration, {@code demo.yaml}, with the values that differ from run to run filled in. */
public final class DemoSettings {

    private static final String FILE = "demo.yaml";

    private DemoSettings() {}

    public static Settings of(String bootstrapServers, Path stateDir) {
        return effective(bootstrapServers, stateDir, 0, "").settings();
    }

    /** @param port 0 for any that is free */
    static EffectiveSettings effective(String bootstrapServers, Path stateDir, int port, String token) {
        String text = text(bootstrapServers, stateDir, port, token);
        return SettingsFile.parse(text, FILE, stateDir.toAbsolutePath(), name -> null);
    }

    /** The same as a file of the user's own would have it. */
    static String text(String bootstrapServers, Path stateDir, int port, String token) {
        return text().replace("@bootstrap@", quoted(bootstrapServers))
                .replace("@state-dir@", quoted(stateDir.toAbsolutePath().toString()))
                .replace("@port@", Integer.toString(port))
                .replace("@token@", quoted(token));
    }

    /** As it must stand between single quotes in YAML. */
    private static String quoted(String text) {
        return text.replace("'", "''");
    }

    private static String text() {
        try (InputStream in = DemoSettings.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the jar of Hapax; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Reading " + FILE, e);
        }
    }
}
