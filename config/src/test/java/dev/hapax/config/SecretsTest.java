package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from the environment or a file reaches Kafka, and no one else. */
class SecretsTest {

    private static final Map<String, String> VARIABLES = Map.of("SECRET", "hunter2", "EMPTY", "");

    @TempDir
    Path folder;

    private static Settings withKafka(String value) {
        return Yaml.load("kafka: { bootstrap.servers: b, x: '" + value + "' }\n" + Yaml.SOURCES, VARIABLES)
                .settings();
    }

    private static String error(String value) {
        return String.join(
                "\n", Yaml.errorsOf("kafka: { bootstrap.servers: b, x: '" + value + "' }\n" + Yaml.SOURCES, VARIABLES));
    }

    @Test
    void shouldFillInVariables() {
        assertThat(withKafka("${env:SECRET}").kafka()).containsEntry("x", "hunter2");
        assertThat(withKafka("a ${env:SECRET} b ${env:SECRET}").kafka()).containsEntry("x", "a hunter2 b hunter2");
        assertThat(withKafka("${env:NONE:-else}").kafka()).containsEntry("x", "else");
        assertThat(withKafka("${env:EMPTY:-else}").kafka()).containsEntry("x", "else");
        assertThat(withKafka("${env:EMPTY}").kafka()).containsEntry("x", "");
        assertThat(withKafka("${env:NONE:-}").kafka()).containsEntry("x", "");
        assertThat(withKafka("$${env:SECRET} $5 {}").kafka()).containsEntry("x", "${env:SECRET} $5 {}");
        assertThat(withKafka("${env:SECRET}$${vault:a}").kafka()).containsEntry("x", "hunter2${vault:a}");
    }

    @Test
    void shouldFillInFilesWithoutTheirLastNewline() throws IOException {
        Path unix = Files.writeString(folder.resolve("unix"), "hunter2\n");
        Path windows = Files.writeString(folder.resolve("windows"), "hunter2\r\n");
        Path lines = Files.writeString(folder.resolve("lines"), "a\nb\n\n");

        assertThat(withKafka("${file:" + unix + "}").kafka()).containsEntry("x", "hunter2");
        assertThat(withKafka("${file:" + windows + "}").kafka()).containsEntry("x", "hunter2");
        assertThat(withKafka("${file:" + lines + "}").kafka()).containsEntry("x", "a\nb\n");
    }

    @Test
    void shouldFindFilesBesideTheSettings() throws IOException {
        Files.writeString(folder.resolve("secret"), "hunter2\n");
        String yaml = "kafka: { bootstrap.servers: b, x: '${file:secret}' }\n" + Yaml.SOURCES;

        Settings settings =
                SettingsFile.parse(yaml, "hapax.yaml", folder, name -> null).settings();

        assertThat(settings.kafka()).containsEntry("x", "hunter2");
    }

    @Test
    void shouldFillInTypedValuesToo() {
        String yaml = Yaml.KAFKA + Yaml.SOURCES + "instance: { threads: '${env:N}' }\ntopics: { prefix: '${env:N}-' }";

        Settings settings = Yaml.load(yaml, Map.of("N", "7")).settings();

        assertThat(settings.instance().threads()).isEqualTo(7);
        assertThat(settings.topic(Topic.ALERTS)).isEqualTo("7-alerts");
    }

    @Test
    void shouldNameWhatIsMissing() throws IOException {
        assertThat(error("${env:NONE}"))
                .isEqualTo(
                        "hapax.yaml:1: kafka.x: ${env:NONE} needs the environment variable NONE, which is not set; set"
                                + " it, or give a default: ${env:NONE:-default}");
        assertThat(error("${file:/none/such}"))
                .contains("kafka.x: ")
                .contains("the file /none/such, which does not exist");
        assertThat(error("${file:" + folder + "}")).contains("which cannot be read");
        assertThat(error("${env:A")).contains("has ${ without }; write $${ for a plain ${");
        assertThat(error("${vault:a}")).contains("has a placeholder that is none of");
        assertThat(error("${env:A:-${env:B}}")).contains("has a placeholder within a placeholder");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 1});
        assertThat(error("${file:" + bytes + "}")).contains("which is not UTF-8 text");
    }

    @Test
    void shouldBlameAMissingVariableOnceOnly() {
        String yaml = "kafka: { bootstrap.servers: '${env:BROKERS}' }\n" + Yaml.SOURCES;

        assertThat(Yaml.errorsOf(yaml, Map.of())).singleElement().asString().contains("BROKERS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application-id: 'not legal ${env:SECRET}'",
                "guard: { ttl: '${env:SECRET}', max-lateness: '${env:SECRET}' }",
                "instance: { threads: '${env:SECRET}', leave-group: '${env:SECRET}', instance-id: '${env:SECRET} ' }",
                "limits: { max-message-bytes: '${env:SECRET}' }",
                "quarantine: { flood: { max-share: '${env:SECRET}' } }",
                "streams: { acks: '${env:SECRET}' }",
                "topics: { prefix: '${env:SECRET} ' }",
                "classifiers: { a: { file: \"${env:SECRET}\\0\" } }"
            })
    void shouldNeverShowASecretInAnError(String yaml) {
        assertThat(Yaml.errorsOf(Yaml.KAFKA + Yaml.SOURCES + yaml, VARIABLES))
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error).doesNotContain("hunter2"));
    }

    @Test
    void shouldNeverShowASecretInAnErrorOfASource() {
        String sources = """
                sources:
                - topic: "${env:SECRET}"
                  namespace: "${env:SECRET}:"
                  identity: { template: "${env:SECRET}" }
                  fingerprint: ["${env:SECRET}/"]
                  format: "${env:SECRET}"
                  on-missing-identity: "${env:SECRET}"
                  classifier: "${env:SECRET}"
                  fields: { a: "${env:SECRET}/x" }
                - topic: "${env:SECRET}"
                  identity: { field: "${env:SECRET}/" }
                """;

        assertThat(Yaml.errorsOf(Yaml.KAFKA + sources, VARIABLES))
                .hasSizeGreaterThan(6)
                .allSatisfy(error -> assertThat(error).doesNotContain("hunter2"));
    }

    @Test
    void shouldNotShowAPasswordWrittenIntoTheFileInAnError() {
        assertThat(Yaml.errors("streams: { ssl.key.password: 'hunter2 ${env:NONE}' }"))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:3: streams.ssl.key.password: *** needs the environment variable");
    }

    @Test
    void shouldNotShowSecretsWhenSettingsArePrinted() {
        Settings settings = withKafka("${env:SECRET}");
        ClassifierSettings classifier = new ClassifierSettings("a", "b", null, Map.of("key", "hunter2"), false);

        assertThat(settings.toString()).contains("bootstrap.servers").doesNotContain("hunter2");
        assertThat(classifier.toString()).contains("options=[key]").doesNotContain("hunter2");
    }
}
