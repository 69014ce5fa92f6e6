package dev.hapax.demo;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The demo's configuration, {@code demo.yaml}, with the two values that differ from run to run filled in. */
final class DemoSettings {

    private static final String FILE = "demo.yaml";

    private DemoSettings() {}

    static Settings of(String bootstrapServers, Path stateDir) {
        String yaml = text().replace("@bootstrap@", quoted(bootstrapServers))
                .replace("@state-dir@", quoted(stateDir.toAbsolutePath().toString()));
        return SettingsFile.parse(yaml, FILE, stateDir.toAbsolutePath(), name -> null)
                .settings();
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
