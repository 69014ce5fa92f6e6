package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.ExecutedCommands;
import dev.hapax.wire.GuardChunk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guard that has lost part of what it knew must be restored, never go on with what is left. */
class DamagedGuardTest {

    private static final String CHECKPOINT = ".checkpoint_guard";
    private static final TaskId TASK = new TaskId(0, 3);
    private static final byte[] KEY = {1};
    private static final String NOTED = "hapax-guard-changelog 3 4711";

    @TempDir
    Path taskFolder;

    private final RocksMemory memory = new RocksMemory(8 << 20);

    @BeforeEach
    void aGuardWithEntries() throws IOException {
        try (BucketDatabase database = open();
                BucketDatabase.Batch batch = database.batch()) {
            var bucket = database.create(7);
            for (int i = 0; i < 1000; i++) {
                batch.put(bucket, new byte[] {1, (byte) i, (byte) (i >> 8)}, new byte[100]);
            }
            batch.put(bucket, KEY, new byte[100]);
            batch.write(new GuardChunk.Head(0, 1, ExecutedCommands.NONE, 0));
        }
        // As Kafka Streams does it: the store is closed, and then it is noted how far it had come.
        place().seal(List.of(NOTED));
        note(NOTED);
    }

    @AfterEach
    void closeMemory() {
        memory.close();
    }

    @Test
    void shouldOpenWhatIsWhole() {
        try (BucketDatabase database = open()) {
            assertThat(database.buckets()).containsOnlyKeys(7L);
        }
    }

    @Test
    void shouldNotBeginAnewWhereItsListOfFilesIsGone() throws IOException {
        Files.delete(file("CURRENT"));

        assertDamaged();
    }

    @Test
    void shouldNotBeginAnewWhereItIsGoneAndHowFarItHadComeIsNot() throws IOException {
        delete(folder());

        assertDamaged();
    }

    @Test
    void shouldKnowAListOfFilesThatWasCutShortAnywhere() throws IOException {
        Path list = file("MANIFEST");
        byte[] whole = Files.readAllBytes(list);

        for (int length = 0; length < whole.length; length++) {
            Files.write(list, Arrays.copyOf(whole, length));
            assertDamaged();
        }
    }

    @Test
    void shouldKnowANoteOfHowFarItHadComeThatWasAltered() throws IOException {
        note("hapax-guard-changelog 3 4811");

        assertDamaged();
    }

    @Test
    void shouldNotTrustOneThatWasNotClosedAgain() {
        try (BucketDatabase database = open()) {
            database.create(8);
        }

        assertDamaged();
    }

    @Test
    void shouldLeaveOneOfWhichNothingIsNotedToKafkaStreams() throws IOException {
        Files.delete(taskFolder.resolve(CHECKPOINT));
        Files.delete(file("SEAL"));

        try (BucketDatabase database = open()) {
            assertThat(database.buckets()).containsOnlyKeys(7L);
        }
    }

    @Test
    void shouldBeginAnewWhereNothingIsLeft() throws IOException {
        delete(folder());
        Files.delete(taskFolder.resolve(CHECKPOINT));

        try (BucketDatabase database = open()) {
            assertThat(database.buckets()).isEmpty();
        }
    }

    @Test
    void shouldKnowAnAlteredListOfFiles() throws IOException {
        alter(file("MANIFEST"));

        assertDamaged();
    }

    @Test
    void shouldKnowALostFile() throws IOException {
        Files.delete(file(".sst"));

        assertDamaged();
    }

    @Test
    void shouldKnowAlteredEntriesWhenTheyAreRead() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".sst")).toList()) {
                alter(file);
            }
        }

        assertThatThrownBy(() -> {
                    try (BucketDatabase database = open()) {
                        database.get(database.buckets().values().iterator().next(), KEY);
                    }
                })
                .isInstanceOf(TaskCorruptedException.class)
                .hasMessageContaining("The guard of task 0_3 is damaged on disk");
    }

    private void assertDamaged() {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        TaskCorruptedException.class,
                        damaged -> assertThat(damaged.corruptedTasks()).containsExactly(TASK))
                .hasMessageContaining("The guard of task 0_3 is damaged on disk");
    }

    private Path folder() {
        return taskFolder.resolve("guard");
    }

    private GuardFolder place() {
        return new GuardFolder(TASK, folder());
    }

    private BucketDatabase open() {
        return new BucketDatabase(place(), memory);
    }

    private void note(String line) throws IOException {
        Files.write(taskFolder.resolve(CHECKPOINT), List.of("0", "1", line));
    }

    private Path file(String part) throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(path -> path.getFileName().toString().contains(part))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Turns round every byte of its first half. */
    private static void alter(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] half = new byte[(int) (bytes.length() / 2)];
            bytes.readFully(half);
            for (int i = 0; i < half.length; i++) {
                half[i] = (byte) ~half[i];
            }
            bytes.seek(0);
            bytes.write(half);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
