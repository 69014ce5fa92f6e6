package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.app.Hapax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whoever is called at night finds the same four parts, and commands that exist. */
class RunbooksTest {

    private static final Pattern SHELL = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?:\\./|/opt/hapax/|exec \\S+ )hapax ([^|)#\\n]+)");
    private static final Pattern PATH = Pattern.compile("localhost:8090(/[\\w/]+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    private static final CommandLine HAPAX = Hapax.commandLine();

    static Stream<Path> runbooks() throws IOException {
        return Stream.concat(
                Repository.files("docs/runbooks", ".md").stream(),
                Stream.of(Repository.DEPLOY.resolve("README.md"), Repository.ROOT.resolve("docs/scaling.md")));
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void shouldNameOnlyCommandsThatThereAre(Path page) throws IOException {
        for (String line : matches(SHELL, Files.readString(page))) {
            for (String command : matches(COMMAND, line)) {
                String[] words = matches(WORD, command).stream()
                        .map(word -> word.replaceAll("^'|'$", ""))
                        .toArray(String[]::new);
                // Of the launcher, which the command line does not know.
                if (!words[0].equals("bench")) {
                    assertThatCode(() -> HAPAX.parseArgs(words)).as(command).doesNotThrowAnyException();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void shouldAskOnlyPathsThatThereAre(Path page) throws IOException {
        JsonNode paths = Repository.JSON
                .readTree(Repository.text("admin/src/main/resources/dev/hapax/admin/page/openapi.json"))
                .path("paths");

        assertThat(matches(PATH, Files.readString(page)))
                .allSatisfy(path -> assertThat(paths.has(path)).as(path).isTrue());
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void shouldLinkToWhatThereIs(Path page) throws IOException {
        assertThat(matches(LINK, Files.readString(page)))
                .filteredOn(link -> !link.startsWith("http"))
                .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
    }

    @ParameterizedTest
    @MethodSource("runbooks")
    void shouldHaveTheFourParts(Path page) throws IOException {
        if (page.startsWith(Repository.ROOT.resolve("docs/runbooks"))) {
            assertThat(matches(Pattern.compile("(?m)^## (.*)$"), Files.readString(page)))
                    .containsExactly("Symptom", "Meaning", "Checks", "Remedy");
            assertThat(Files.readString(page).replaceAll("(?s).*## Checks(.*)## Remedy.*", "$1"))
                    .as("checks are commands")
                    .containsPattern(SHELL);
        }
    }

    private static List<String> matches(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        for (MatchResult match : pattern.matcher(text).results().toList()) {
            found.add(match.groupCount() > 0 ? match.group(1) : match.group());
        }
        return found;
    }
}
