package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guard that has lost part of what it knew must be restored, never go on with what is left. */
class DamagedGuardTest {

    private static final TaskId TASK = new TaskId(0, 3);
    private static final byte[] KEY = {1};

    @TempDir
    Path taskFolder;

    private final RocksMemory memory = new RocksMemory(8 << 20);

    @BeforeEach
    void aGuardWithEntries() {
        try (BucketDatabase database = open();
                BucketDatabase.Batch batch = database.batch()) {
            var bucket = database.create(7);
            for (int i = 0; i < 1000; i++) {
                batch.put(bucket, new byte[] {1, (byte) i, (byte) (i >> 8)}, new byte[100]);
            }
            batch.put(bucket, KEY, new byte[100]);
            batch.write(new Chunk.Head(0, 1, Executed.NONE));
        }
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
        Files.createFile(taskFolder.resolve(".checkpoint"));

        assertDamaged();
    }

    @Test
    void shouldBeginAnewWhereNothingIsLeft() throws IOException {
        delete(folder());

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

    private BucketDatabase open() {
        return new BucketDatabase(new GuardPlace(TASK, folder()), memory);
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
