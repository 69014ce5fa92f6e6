package dev.hapax.app;

import dev.hapax.config.Environment;
import dev.hapax.config.InvalidSettingsException;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.Case;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** The values that shell completion offers. They are read when the completion script is generated. */
public final class Candidates {

    private static final Path USUAL = Path.of("config", "hapax.yaml");

    private Candidates() {}

    /** Why messages are quarantined. */
    public static final class Codes implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Reason.values()).map(Enum::name).iterator();
        }
    }

    /** The kinds of these reasons. */
    public static final class Dispositions implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Reason.Disposition.values()).map(Enum::name).iterator();
        }
    }

    /** States of cases. */
    public static final class States implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Arrays.stream(Case.State.values()).map(Case.State::code), Stream.of("all"))
                    .iterator();
        }
    }

    /** Sources of the configuration. */
    public static final class SourceNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return sources(Environment.ofProcess()).map(SourceSettings::name).iterator();
        }
    }

    /** Their topics. */
    public static final class SourceTopics implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return sources(Environment.ofProcess()).map(SourceSettings::topic).iterator();
        }
    }

    /** Of the configuration that {@code HAPAX_CONFIG} names, else of config/hapax.yaml. */
    static Stream<SourceSettings> sources(Environment environment) {
        Path named = ConfigOption.file(environment);
        Path file = named == null ? USUAL : named;
        if (!Files.isReadable(file)) {
            return Stream.of();
        }
        try {
            return SettingsFile.read(file, environment).sources().stream();
        } catch (InvalidSettingsException e) {
            // Completion works without them, and 'hapax config check' reports the errors.
            LoggerFactory.getLogger(Candidates.class).debug("No sources for completion", e);
            return Stream.of();
        }
    }
}
