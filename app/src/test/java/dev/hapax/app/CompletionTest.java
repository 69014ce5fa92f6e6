package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.SourceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion script in a real bash. */
class CompletionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quarantine list --code UN | UNREADABLE",
                "quarantine drop --code C | CONFLICT CLASSIFIER_FAILED",
                "quarantine list --state a | assigned all",
                "quarantine replay --disposition PO | POISON POLICY",
                "quarantine list --group-by c | code",
                "quarantine list --output j | json",
                "quar | quarantine",
                "quarantine drop --re | --reason",
                "quarantine list --re | ''",
                "quarantine drop --mes | ''",
            })
    void shouldCompleteCodesAndStates(String words, String expected) throws Exception {
        assertThat(completed(words))
                .containsExactlyInAnyOrder(expected.isEmpty() ? new String[0] : expected.split(" "));
    }

    @Test
    void shouldKnowTheSourcesOfTheConfiguration() throws Exception {
        Path config = Files.writeString(folder.resolve("hapax.yaml"), """
            kafka: { bootstrap.servers: "localhost:1" }
            sources:
              - { topic: shop.in, name: shop, identity: { field: /id } }
              - { topic: mail.in, name: mail, identity: { field: /id } }
            """);

        assertThat(Candidates.sources(Map.of("HAPAX_CONFIG", config.toString())::get)
                        .map(SourceSettings::name))
                .containsExactly("shop", "mail");
        assertThat(Candidates.sources(Map.of("HAPAX_CONFIG", "nowhere.yaml")::get))
                .isEmpty();
        Files.writeString(config, "nonsense");
        assertThat(Candidates.sources(Map.of("HAPAX_CONFIG", config.toString())::get))
                .isEmpty();
    }

    /** What bash offers for the last word. */
    private List<String> completed(String words) throws IOException, InterruptedException {
        Path script = Files.writeString(
                folder.resolve("completion"), Typed.hapax("generate-completion").out());
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source \"$1\"; COMP_WORDS=(hapax $2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                                + " COMP_LINE=\"hapax $2\"; COMP_POINT=${#COMP_LINE}; _complete_hapax;"
                                + " printf '%s\\n' \"${COMPREPLY[@]}\"",
                        "bash",
                        script.toString(),
                        words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).isZero();
        return printed.lines()
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
