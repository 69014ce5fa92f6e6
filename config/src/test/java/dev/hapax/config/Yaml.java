package dev.hapax.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hapax.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Settings files as tests write them: a minimal one that is right, and what is added to it. */
final class Yaml {

    static final Path FOLDER = Path.of("/etc/hapax");
    static final String KAFKA = "kafka: { bootstrap.servers: 'broker:9092' }\n";
    static final String SOURCES = "sources: [ { topic: orders, identity: { field: /id } } ]\n";

    private Yaml() {}

    static EffectiveSettings load(String yaml, Map<String, String> variables) {
        return SettingsFile.parse(yaml, "hapax.yaml", FOLDER, variables::get);
    }

    /** Kafka, one source, and this. */
    static Settings settings(String yaml) {
        return load(KAFKA + SOURCES + yaml, Map.of()).settings();
    }

    /** Of Kafka, one source, and this, which starts on line 3. */
    static List<String> errors(String yaml) {
        return errorsOf(KAFKA + SOURCES + yaml, Map.of());
    }

    /** Of Kafka and these sources, which start on line 3. */
    static List<String> sourceErrors(String sources) {
        return errorsOf(KAFKA + "sources:\n" + sources, Map.of());
    }

    static List<String> errorsOf(String yaml, Map<String, String> variables) {
        InvalidSettingsException exception =
                catchThrowableOfType(InvalidSettingsException.class, () -> load(yaml, variables));
        return exception == null
                ? List.of()
                : exception.errors().stream().map(YamlProblem::toString).toList();
    }
}
