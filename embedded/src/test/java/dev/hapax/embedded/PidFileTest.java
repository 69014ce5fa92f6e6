package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {

    private static final List<String> WORDS = List.of("TheBroker", "/data/node-1");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Process process;

    /** A process that waits for input, with a command line like a broker's. */
    @BeforeEach
    void start() throws Exception {
        process = new ProcessBuilder("sh", "-c", "read line", "TheBroker", "/data/node-1", "place.node=1").start();
    }

    @AfterEach
    void stop() {
        process.destroyForcibly();
    }

    @Test
    void shouldFindTheBroker() throws Exception {
        assertThat(saying(process.pid() + "\n").process()).contains(process.toHandle());
    }

    @Test
    void shouldNotTakeAForeignProcessForTheBroker() throws Exception {
        assertThat(saying(ProcessHandle.current().pid() + "\n").process()).isEmpty();
    }

    @Test
    void shouldNotTakeTheBrokerOfAnotherFolderForThisOne() throws Exception {
        var file = saying(process.pid() + "\n").file();

        assertThat(new PidFile(file, List.of("TheBroker", "/data/node-2")).process())
                .isEmpty();
    }

    @Test
    void shouldFindNobodyWhenTheBrokerIsDead() throws Exception {
        process.destroyForcibly().waitFor();

        assertThat(saying(process.pid() + "\n").process()).isEmpty();
    }

    @Test
    void shouldFindNobodyWithoutAFileOrByOneThatSaysNothing() throws Exception {
        assertThat(new PidFile(folder.resolve("missing"), WORDS).process()).isEmpty();
        assertThat(saying("").process()).isEmpty();
        assertThat(saying("-1").process()).isEmpty();
        assertThat(saying("99999999999999999999").process()).isEmpty();
    }

    private PidFile saying(String text) throws Exception {
        return new PidFile(Files.writeString(folder.resolve("broker.lock"), text), WORDS);
    }
}
