package dev.hapax.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Hapax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine.ParseResult;

/** What becomes of a command line that is copied into a shell. */
public final class Shell {

    private static final String PROGRAM = "hapax ";

    private Shell() {}

    /** As its last command understands it. */
    public static ParseResult parsed(String line) throws IOException, InterruptedException {
        assertThat(line).startsWith(PROGRAM);
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line.substring(PROGRAM.length()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(line).isZero();
        ParseResult parsed = Hapax.commandLine()
                .parseArgs(Arrays.stream(words.split("\0", -1))
                        .limit(words.chars().filter(c -> c == 0).count())
                        .toArray(String[]::new));
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed;
    }
}
