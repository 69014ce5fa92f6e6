package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Hapax;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands of Hapax in this process. */
final class HapaxCommands {

    private HapaxCommands() {}

    /** What a command with a configuration prints; it must succeed. */
    static String run(Path config, String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("-c", config.toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Hapax.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        assertThat(exitCode)
                .as("hapax %s%n%s%s", String.join(" ", arguments), out, err)
                .isZero();
        return out.toString();
    }
}
