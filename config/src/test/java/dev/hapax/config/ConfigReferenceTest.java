package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference page and the file ready to edit say what the code says. */
class ConfigReferenceTest {

    private static final Path ROOT = Path.of(System.getProperty("hapax.root", ".."));
    private static final Path FILE = ROOT.resolve("config/hapax.yaml");

    @Test
    void shouldHaveAReferencePageThatSaysWhatTheCodeSays() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/configuration.md")))
                .as("docs/configuration.md has drifted; run ./hapax config reference > docs/configuration.md")
                .isEqualTo(ConfigReference.markdown());
    }

    @Test
    void shouldShipAFileThatSetsEverythingToItsDefault() {
        Settings shipped = SettingsFile.read(FILE, name -> null);

        String minimal = """
                kafka: { bootstrap.servers: 'localhost:9092' }
                sources: [ { topic: hapax.messages, identity: { field: /id } } ]
                classifiers: { rules: { file: rules.yaml } }
                """;
        Path folder = ROOT.resolve("config").toAbsolutePath();
        assertThat(shipped)
                .isEqualTo(SettingsFile.parse(minimal, "minimal", folder, name -> null)
                        .settings());
    }

    @Test
    void shouldShipAFileThatHasEveryKey() throws IOException {
        String shipped = Files.readString(FILE);

        assertThat(ConfigReference.entries()).hasSizeGreaterThan(50).allSatisfy(entry -> {
            String path = entry.getOrDefault("key", "");
            String key = path.substring(path.lastIndexOf('.') + 1);
            assertThat(Pattern.compile("(?m)^[ #-]*" + key + ":")
                            .matcher(shipped)
                            .find())
                    .as("config/hapax.yaml does not mention %s", path)
                    .isTrue();
        });
    }

    @Test
    void shouldShipExamplesThatAreRight() throws IOException {
        String uncommented = Files.readString(FILE)
                .replaceAll("(?m)^      # (amount|  at|  type|  required|subject)", "      $1")
                .replace("fields: {}", "fields:")
                .replaceAll("(?m)^  # (?!TLS|SASL|security.protocol: SSL)(?=\\S+:|  )", "  ")
                .replace("streams: {}", "streams:")
                .replaceAll("\\$\\{file:[^}]*}", "x");
        Settings settings = SettingsFile.parse(
                        uncommented, "examples", ROOT.toAbsolutePath(), variable -> "x".repeat(32))
                .settings();

        assertThat(settings.kafka()).containsKeys("ssl.truststore.location", "sasl.jaas.config");
        assertThat(settings.streams()).isNotEmpty();
        assertThat(settings.sources().get(0).fields()).containsOnlyKeys("subject", "amount");
    }

    @Test
    void shouldDescribeEveryKeyInOneLine() {
        List<Map<String, String>> entries = ConfigReference.entries();

        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.get("meaning")).isNotBlank().endsWith(".").doesNotContain("\n", "|");
            assertThat(entry.get("default")).isNotBlank();
            assertThat(entry.get("type")).isNotBlank();
        });
        assertThat(entries)
                .extracting(entry -> entry.get("key"))
                .doesNotHaveDuplicates()
                .contains(
                        "application-id",
                        "sources[].identity.template",
                        "sources[].fields.NAME.type",
                        "classifiers.NAME.file",
                        "quarantine.flood.max-share");
    }
}
