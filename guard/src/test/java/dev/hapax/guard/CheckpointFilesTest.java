package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointFilesTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "0\n", "0\n1\nhapax-guard-changelog 0", "0\n1\nx x x\n", "\u0000\u0000\u0000"})
    void shouldRemoveANoteThatCannotBeRead(String content) throws IOException {
        Path note = note();
        Files.writeString(note, content);

        new CheckpointFiles(folder).removeUnreadable();

        assertThat(note).doesNotExist();
    }

    @Test
    void shouldKeepANoteThatCanBeRead() throws IOException {
        Path note = note();
        new OffsetCheckpoint(note.toFile()).write(Map.of(new TopicPartition("hapax-guard-changelog", 0), 7L));

        new CheckpointFiles(folder).removeUnreadable();

        assertThat(note).exists();
    }

    @Test
    void shouldBeContentWithAFolderThatIsNotThere() {
        new CheckpointFiles(folder.resolve("nothing")).removeUnreadable();

        assertThat(folder).isEmptyDirectory();
    }

    private Path note() throws IOException {
        return Files.createDirectories(folder.resolve("0_1")).resolve(".checkpoint_guard");
    }
}
