package dev.hapax.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A field that is read otherwise than before is another version, also when fields of the same names were mapped before. */
class MappingVersionTest {

    private static final String BEFORE = "{ at: /title }";

    @ParameterizedTest
    @ValueSource(strings = {"{ at: /subject }", "{ at: /title, type: text }", "{ at: /title, required: true }"})
    void shouldNameAnotherVersionWhenAFieldIsMappedOtherwise(String changed) {
        assertThat(version(changed)).isNotEqualTo(version(BEFORE));
    }

    private static String version(String field) {
        String yaml = """
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id }, fields: { subject: %s } } ]
                """.formatted(field);
        Sources sources = Sources.of(
                SettingsFile.parse(yaml, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
                        .settings(),
                Formats.load(),
                Classifiers.installed());
        return Objects.requireNonNull(sources.named("in")).version();
    }
}
