package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However a file is damaged, it is read, or refused with errors that name a place. */
class MutatedFileTest {

    private static final int ROUNDS = 1_500;
    private static final String[] SNIPPETS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        "- ",
        "'",
        "\"",
        "&a",
        "*a",
        "!!int ",
        "|",
        ">",
        "\t",
        "\0",
        "${",
        "${env:A}",
        "~",
        "-1",
        "1e999",
        "\uD800",
        "…",
        "---\n",
        "\n",
        "#",
        "<<: "
    };

    @Test
    void shouldReadOrRefuseWhateverItIsGiven() throws IOException {
        Path shipped = Path.of(System.getProperty("hapax.root", "..")).resolve("config/hapax.yaml");
        List<String> lines = Files.readAllLines(shipped).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;

        for (int round = 0; round < ROUNDS; round++) {
            String yaml = mutate(lines, random);
            List<String> errors;
            try {
                errors = Yaml.errorsOf(yaml, Map.of("A", "hunter2"));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError("seed " + seed + ", round " + round + ":\n" + yaml, e);
            }
            refused += errors.isEmpty() ? 0 : 1;
            assertThat(errors)
                    .as("seed %s, round %s", seed, round)
                    .allSatisfy(
                            error -> assertThat(error).startsWith("hapax.yaml").doesNotContain("hunter2"));
        }

        assertThat(refused).as("seed %s", seed).isBetween(ROUNDS / 4, ROUNDS - 1);
    }

    private static String mutate(List<String> original, Random random) {
        List<String> lines = new ArrayList<>(original);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            int column = random.nextInt(line.length() + 1);
            String snippet = SNIPPETS[random.nextInt(SNIPPETS.length)];
            switch (random.nextInt(5)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(random.nextInt(lines.size()), line);
                case 2 -> lines.set(at, line.substring(0, column) + snippet + line.substring(column));
                case 3 -> lines.set(at, line.substring(0, line.indexOf(':') + 1) + " " + snippet);
                default -> lines.set(at, " ".repeat(random.nextInt(4)) + line.strip());
            }
        }
        return String.join("\n", lines);
    }
}
