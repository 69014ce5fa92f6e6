package dev.hapax.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HapaxSettingsTest {

    private static final String LEAST = """
            application-id: least
            kafka: { bootstrap.servers: 'nowhere:9092' }
            sources: [{ topic: input, identity: { field: /id } }]
            """;

    @Test
    void shouldMeasureTheSourceThatUsersGetByDefault() {
        SourceSettings byDefault = SettingsFile.parse(
                        LEAST, "least.yaml", Path.of("").toAbsolutePath(), name -> null)
                .settings()
                .sources()
                .get(0);

        SourceSettings measured = source(Map.of());

        assertThat(measured.keyedByIdentity()).isEqualTo(byDefault.keyedByIdentity());
        assertThat(measured)
                .usingRecursiveComparison()
                .ignoringFields("ttl") // in proportion to the input
                .isEqualTo(byDefault);
    }

    @Test
    void shouldMeasureAKeyedSourceWhenAskedTo() {
        assertThat(source(Map.of("keyed-by-identity", "true")).keyedByIdentity())
                .isTrue();
    }

    private static SourceSettings source(Map<String, String> options) {
        Settings settings = HapaxSettings.of(new Job(
                "nowhere:9092",
                "input",
                "output",
                "group",
                2,
                Duration.ofHours(1),
                Duration.ofHours(1),
                Path.of("state"),
                options));
        return settings.sources().get(0);
    }
}
