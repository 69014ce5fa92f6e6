package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code HAPAX_CONFIG} in place of {@code -c}. */
class ConfigVariableTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldReadTheConfigurationThatTheEnvironmentNames() throws IOException {
        Typed checked = Typed.hapax(named(config("one")), "config", "show");

        assertThat(checked.exitCode()).as(checked.err()).isZero();
        assertThat(checked.out()).contains("application-id: one");
    }

    @Test
    void shouldPreferTheOption() throws IOException {
        Typed checked = Typed.hapax(
                named(config("one")), "config", "show", "-c", config("two").toString());

        assertThat(checked.out()).contains("application-id: two").doesNotContain("application-id: one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"config check", "topics check", "replay --topic in --to-earliest", "replay list", "key list"})
    void shouldNameTheVariableWhenItsFileIsMissing(String words) {
        Path missing = folder.resolve("missing.yaml");

        Typed refused = Typed.hapax(named(missing), words.split(" "));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).startsWith("hapax: HAPAX_CONFIG: " + missing).contains("-c FILE");
    }

    @Test
    void shouldBlameTheOptionWhenItsFileIsMissing() throws IOException {
        Typed refused = Typed.hapax(named(config("one")), "config", "check", "-c", "nowhere.yaml");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("nowhere.yaml").doesNotContain("HAPAX_CONFIG");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config check", "replay --topic in --to-earliest", "replay status r1", "verify", "sample"})
    void shouldMentionTheVariableWhenThereIsNoConfiguration(String words) {
        Typed refused = Typed.hapax(Map.of("HAPAX_CONFIG", "")::get, words.split(" "));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--config=FILE", "HAPAX_CONFIG");
    }

    private Path config(String name) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                application-id: %s
                kafka: { bootstrap.servers: "localhost:1" }
                sources: [ { topic: in, identity: { field: /id } } ]
                """.formatted(name));
    }

    private static Environment named(Path file) {
        return Map.of("HAPAX_CONFIG", file.toString())::get;
    }
}
