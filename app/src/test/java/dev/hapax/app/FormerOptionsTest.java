package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of former versions fail before anything is changed, and the error names the new option. */
class FormerOptionsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @Timeout(8)
    @CsvSource(
            delimiter = '|',
            value = {
                "drop in-0@1 --message x | now --reason",
                "drop --all --reason UNREADABLE --message x --yes | now --reason",
                "drop --message x --all --reason UNREADABLE --yes | --code CODE",
                "drop --all --reason UNREADABLE --yes | --code UNREADABLE",
                "drop --source shop --reason unreadable,Late --yes | --code unreadable,Late",
                "drop --reason LATE --reason CONFLICT --all --yes | --reason",
                "drop --reason LATE --yes | --code LATE",
                "drop --all --reason LATE, --yes | --code LATE",
                "replay --all --reason CONFLICT --yes | --code CONFLICT",
                "replay --all --reason CONFLICT | --code CONFLICT",
                "replay --all --message x --yes | now --reason",
                "edit in-0@1 --timestamp now --message x | now --reason",
                "note in-0@1 -m x | now --reason",
                "note in-0@1 -mx | now --reason",
                "note in-0@1 --message=x | now --reason",
                "list --reason UNREADABLE | --code UNREADABLE",
                "export --reason=UNREADABLE,LATE | --code UNREADABLE,LATE",
            })
    void shouldRefuseFormerOptions(String words, String remedy) throws IOException {
        Path config = Files.writeString(folder.resolve("hapax.yaml"), """
            kafka: { bootstrap.servers: "localhost:1" }
            sources: [ { topic: in, identity: { field: /id } } ]
            """);

        Typed refused = Typed.hapax(("quarantine " + words + " -c " + config).split(" "));

        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).startsWith("hapax: ").contains(remedy);
    }
}
