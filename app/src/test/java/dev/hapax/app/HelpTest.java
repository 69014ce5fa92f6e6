package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The help of all commands: their names, options, defaults and exit codes are public. */
class HelpTest {

    private static final String GOLDEN = "/golden/help.txt";

    @Test
    void shouldPrintTheHelpOfTheGoldenFile() throws IOException {
        String help = CommandLineTest.commands()
                .map(words -> Typed.hapax(Stream.concat(words.stream(), Stream.of("--help"))
                                .toArray(String[]::new))
                        .out())
                .collect(Collectors.joining("\n----\n\n"));

        Files.writeString(Path.of("target", "help.txt"), help);
        try (InputStream in = HelpTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(in).as("golden file").isNotNull();
            assertThat(help)
                    .as("If the change is intended, copy app/target/help.txt over the golden file")
                    .isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
