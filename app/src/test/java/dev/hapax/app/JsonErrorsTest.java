package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code -o json}, a failure is one object on standard output; people read the text on standard error. */
class JsonErrorsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "config check -o json | usage",
                "config check --output=json --no-such-option | usage",
                "quarantine show nonsense -c x.yaml -ojson | usage",
                "config check -c nowhere.yaml -o JSON | configuration",
                "cluster status -o json --folder nowhere | failed",
            })
    void shouldPrintTheErrorAsJson(String words, String code) throws IOException {
        Typed failed = Typed.hapax(words.split(" "));
        Typed text =
                Typed.hapax(words.replaceAll(" (-o ?|--output=)(json|JSON)", "").split(" "));

        assertThat(failed.out()).hasLineCount(1);
        JsonNode error = JSON.readTree(failed.out()).path("error");
        assertThat(error.path("code").asText()).as(error.toString()).isEqualTo(code);
        assertThat(error.path("exitCode").asInt()).isEqualTo(failed.exitCode()).isEqualTo(text.exitCode());
        assertThat(failed.err()).startsWith("hapax: " + error.path("message").asText());
        assertThat(text.out()).isEmpty();
        assertThat(text.err()).isEqualTo(failed.err());
    }

    @Test
    void shouldPrintAllErrorsOfAConfigurationInOneObject() throws IOException {
        Path config = Files.writeString(folder.resolve("bad.yaml"), "guard: { ttl: soon }\ninstance: { threads: 0 }\n");

        Typed failed = Typed.hapax("config", "check", "-c", config.toString(), "-o", "json");

        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(JSON.readTree(failed.out()).at("/error/message").asText()).contains("guard.ttl", "instance.threads");
    }
}
