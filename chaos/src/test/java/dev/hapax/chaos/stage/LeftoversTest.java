package dev.hapax.chaos.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be asked to end there, only killed")
class LeftoversTest {

    @TempDir
    Path folder;

    @Test
    void shouldEndWhatWasStartedAndThenRemoveWhatItStoodOn() throws Exception {
        Path removed = folder.resolve("removed");
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Started.class.getName(),
                        removed.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessHandle child;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
            long pid = Long.parseLong(Objects.requireNonNull(said.readLine()));
            child = ProcessHandle.of(pid).orElseThrow();
            assertThat(child.isAlive()).isTrue();

            // As Ctrl-C does.
            run.destroy();
            run.waitFor();
        }

        child.onExit().get(10, TimeUnit.SECONDS);
        assertThat(removed).hasContent("no process is left");
    }

    /** Starts something that lasts, and waits. */
    static final class Started {

        private Started() {}

        public static void main(String[] arguments) throws Exception {
            Process lasting = new ProcessBuilder("sleep", "600").start();
            Leftovers.removeAtEnd();
            Leftovers.add(() -> {
                try {
                    Files.writeString(Path.of(arguments[0]), lasting.isAlive() ? "one is left" : "no process is left");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            System.out.println(lasting.pid());
            Thread.sleep(600_000);
        }
    }
}
