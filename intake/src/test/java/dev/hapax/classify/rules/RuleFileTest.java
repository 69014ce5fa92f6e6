package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleFileTest {

    @Test
    void shouldReportEverythingThatIsWrongAtOnceWithLineAndRemedy() throws Exception {
        String broken = resource("broken.yaml");

        RuleFileException refused =
                catchThrowableOfType(RuleFileException.class, () -> RuleSet.parse(broken, "broken.yaml"));

        assertThat(String.join("\n", refused.errors()) + "\n").isEqualTo(resource("broken.expected.txt"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|x.yaml:1: the file is empty",
                "'[1, 2'|x.yaml:1:6: is not YAML:",
                "'a: b: c'|x.yaml:1:5: is not YAML: mapping values",
                "text|x.yaml:1: the file must be a mapping",
                "'{version: 1, rules: []}'|x.yaml:1: 'rules' is an empty list",
                "'{version: 2, rules: [{id: a, label: a, when: {conditions: a exists}}]}'|x.yaml:1: 'version' must be 1",
                "'{version: 1, rules: [text]}'|x.yaml:1: rule number 1: the rule must be a mapping",
                "'{version: 1, rules: [{id: a, label: a, when: text}]}'|x.yaml:1: rule a: when must be a mapping"
            })
    void shouldSayWhatIsWrongWithTheFileAsAWhole(String text, String expected) {
        assertThatThrownBy(() -> RuleSet.parse(text, "x.yaml"))
                .isInstanceOf(RuleFileException.class)
                .hasMessageStartingWith(expected);
    }

    @Test
    void shouldRefuseMoreThanOneDocumentAndAliases() {
        assertThatThrownBy(() -> Given.ruleSet("""
                        version: 1
                        rules:
                          - {id: a, label: &l a, when: {conditions: a exists}}
                          - {id: b, label: *l, when: {conditions: a exists}}
                        ---
                        version: 1
                        """))
                .hasMessageContaining("test.yaml:4: has an alias (*name)")
                .hasMessageContaining("a second YAML document begins here");
    }

    @Test
    void shouldRefuseNestingWithoutEnd() {
        String when = "{not: ".repeat(2_000) + "{conditions: a exists}" + "}".repeat(2_000);

        assertThatThrownBy(() -> Given.ruleSet("version: 1\nrules:\n  - {id: a, label: a, when: " + when + "}"))
                .isInstanceOf(RuleFileException.class);
    }

    @Test
    void shouldSayThatAFileIsNotUtf8(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9});

        assertThatThrownBy(() -> RuleSet.load(file)).hasMessageContaining("latin.yaml: is not UTF-8; save it as UTF-8");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = RuleFileTest.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
