package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.GuardChunk;
import dev.hapax.wire.GuardEntryFormat;
import dev.hapax.wire.GuardKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class BucketTableTest {

    private static final GuardWindows WINDOWS = new GuardWindows(8_000, 0, 1_000);

    @TempDir
    private Path folder;

    private final RocksMemory memory = new RocksMemory(4 << 20);
    private final FilterMemory filterMemory = new FilterMemory(1 << 20);
    private final KeptChunks changelog = new KeptChunks();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void shouldSendManyEntriesAsOneRecordAndNoneTwice() {
        try (BucketTable table = open("disk")) {
            for (int i = 0; i < 1_000; i++) {
                table.put(GuardKey.of("id-" + i), i % 5, entry(i));
            }
            table.flush();
            table.flush();

            assertThat(changelog.all()).hasSizeBetween(2, 5);
            assertThat(entriesIn(changelog.bytes())).hasSize(1_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldFindWhatIsUnwrittenWrittenReopenedOrRestored() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("written"), 1, entry(1));
            table.flush();
            table.put(GuardKey.of("unwritten"), 1, entry(2));

            assertThat(table.find(GuardKey.of("written"), 1)).isEqualTo(entry(1));
            assertThat(table.find(GuardKey.of("unwritten"), 1)).isEqualTo(entry(2));
            assertThat(table.find(GuardKey.of("written"), 2)).isNull();
        }
        for (String disk : List.of("disk", "new disk")) {
            try (BucketTable table = open(disk)) {
                if (!disk.equals("disk")) {
                    table.restore(changelog.all());
                }
                assertThat(table.find(GuardKey.of("written"), 1)).as(disk).isEqualTo(entry(1));
                assertThat(table.find(GuardKey.of("unwritten"), 1)).as(disk).isNull();
            }
        }
    }

    @Test
    void shouldKeepTheLastOfTwoEntriesUnderOneKey() {
        try (BucketTable table = open("disk");
                BucketTable restored = open("new disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));
            table.put(GuardKey.of("a"), 1, entry(2));
            table.flush();
            restored.restore(changelog.all());

            assertThat(table.find(GuardKey.of("a"), 1)).isEqualTo(entry(2));
            assertThat(restored.find(GuardKey.of("a"), 1)).isEqualTo(entry(2));
        }
    }

    @Test
    void shouldForgetAnIdentityInEveryGenerationSlotAndBucketAndNoOther() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));
            table.put(GuardKey.of("a", 0, 7), 1, entry(2));
            table.flush();
            table.put(GuardKey.of("a", 64, 7), 2, entry(3));
            table.put(GuardKey.of("a"), 3, entry(4));
            List<GuardKey> others = List.of(
                    GuardKey.of("ab"),
                    GuardKey.of("ab", 0, 7),
                    GuardKey.of("a\u0000\u0000\u0000@", 0, 7),
                    GuardKey.of("", 0, 7));
            others.forEach(key -> table.put(key, 1, entry(5)));

            assertThat(table.forget("a")).containsExactlyInAnyOrder(entry(1), entry(2), entry(3), entry(4));

            assertThat(table.forget("a")).isEmpty();
            assertThat(table.find(GuardKey.of("a"), 1)).isNull();
            assertThat(table.find(GuardKey.of("a", 64, 7), 2)).isNull();
            assertThat(others).allSatisfy(key -> assertThat(table.find(key, 1)).isEqualTo(entry(5)));
        }
    }

    @Test
    void shouldForgetAnIdentityThatIsKeptAsAHash() {
        String identity = "long".repeat(20);
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of(identity), 1, entry(1));
            table.put(GuardKey.of(identity, 1, 7), 1, entry(2));
            table.put(GuardKey.of(identity + "er"), 1, entry(3));

            assertThat(table.forget(identity)).containsExactlyInAnyOrder(entry(1), entry(2));

            assertThat(table.find(GuardKey.of(identity + "er"), 1)).isEqualTo(entry(3));
        }
    }

    @Test
    void shouldKeepToWhatItForgotWhenReopenedOrRestored() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));
            table.put(GuardKey.of("b"), 1, entry(2));
            table.flush();
            table.forget("a");
            table.forget("b");
            table.put(GuardKey.of("b"), 1, entry(3));
            table.executed(ExecutedCommands.NONE.and(41, 1_000));
            table.flush();
        }
        for (String disk : List.of("disk", "new disk")) {
            try (BucketTable table = open(disk)) {
                if (!disk.equals("disk")) {
                    table.restore(changelog.all());
                }
                assertThat(table.find(GuardKey.of("a"), 1)).as(disk).isNull();
                assertThat(table.find(GuardKey.of("b"), 1)).as(disk).isEqualTo(entry(3));
                assertThat(table.executed()).as(disk).isEqualTo(new ExecutedCommands(41, 1_000));
            }
        }
    }

    @Test
    void shouldNotForgetWhatWasNotFlushedBeforeACrash() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));
            table.flush();
            table.forget("a");
        }
        try (BucketTable table = open("new disk")) {
            table.restore(changelog.all());

            assertThat(table.find(GuardKey.of("a"), 1)).isEqualTo(entry(1));
        }
    }

    @Test
    void shouldNotFindAgainWhatIsForgottenHoweverMuchWasWrittenSince() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));
            table.flush();
            fill(table, 4_096);
            table.forget("a");
            table.flush();
            table.put(GuardKey.of("a"), 2, entry(2));
            table.flush();

            assertThat(table.find(GuardKey.of("a"), 1)).isNull();
            assertThat(table.find(GuardKey.of("a"), 2)).isEqualTo(entry(2));
            fill(table, 10_000);
            assertThat(table.find(GuardKey.of("a"), 1)).isNull();
        }
    }

    @Test
    void shouldNotAnswerFromMemoryWhatAnotherInstanceHasChangedMeanwhile() {
        try (BucketTable recycled = open("disk");
                BucketTable other = open("other disk")) {
            recycled.put(GuardKey.of("forgotten"), 1, entry(1));
            recycled.put(GuardKey.of("refreshed"), 1, entry(2));
            recycled.flush();
            other.restore(changelog.all());
            int known = changelog.all().size();
            other.forget("forgotten");
            other.put(GuardKey.of("refreshed"), 1, entry(3));
            other.flush();

            recycled.restore(changelog.all().subList(known, changelog.all().size()));

            assertThat(recycled.find(GuardKey.of("forgotten"), 1)).isNull();
            assertThat(recycled.find(GuardKey.of("refreshed"), 1)).isEqualTo(entry(3));
        }
    }

    @Test
    void shouldRefuseToBecomeAStandbyWithEntriesThatItsChangelogLacks() {
        try (BucketTable table = open("disk")) {
            table.put(GuardKey.of("a"), 1, entry(1));

            assertThatThrownBy(table::forgetRecent).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 4"})
    void shouldReadAChangelogOfTheVersionsBefore(byte version, int numbersInItsHead) {
        GuardChunk chunk = new GuardChunk();
        chunk.add(1, GuardKey.of("a").bytes(), GuardEntryFormat.write(entry(1)));
        byte[] now = chunk.take(new GuardChunk.Head(1_000, 1_000, ExecutedCommands.NONE, 0));
        int head = 1 + 5 * Long.BYTES;
        ByteBuffer before = ByteBuffer.allocate(now.length - (5 - numbersInItsHead) * Long.BYTES)
                .put(version)
                .put(now, 1, numbersInItsHead * Long.BYTES)
                .put(now, head, now.length - head);
        try (BucketTable table = open("disk")) {
            table.restore(List.of(new GuardChunk.Logged(before.array(), 0)));

            assertThat(table.find(GuardKey.of("a"), 1)).isEqualTo(entry(1));
            assertThat(table.executed()).isEqualTo(ExecutedCommands.NONE);
            assertThat(table.watermark()).as("by its clock alone").isEqualTo(1_000);
        }
    }

    @Test
    void shouldDropWholeBucketsFromDiskAndMemory() throws RocksDBException {
        try (BucketTable table = open("disk")) {
            for (long bucket = 0; bucket < 20; bucket++) {
                table.put(GuardKey.of("id-" + bucket), bucket, entry(bucket));
                table.tick(bucket * 1_000);
            }
            assertThat(table.find(GuardKey.of("id-8"), 8)).isNull();
            assertThat(table.find(GuardKey.of("id-9"), 9)).isNotNull();
            assertThatThrownBy(() -> table.put(GuardKey.of("late"), 8, entry(0)))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(filterMemory.used()).isZero();
        try (Options options = new Options()) {
            assertThat(RocksDB.listColumnFamilies(
                            options, folder.resolve("disk").toString()))
                    .extracting(name -> new String(name, StandardCharsets.US_ASCII))
                    .containsExactlyInAnyOrder(
                            "default", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19");
        }
    }

    @Test
    void shouldNotRestoreWhatHasDiedSince() {
        try (BucketTable table = open("disk")) {
            for (long bucket = 0; bucket < 40; bucket++) {
                table.put(GuardKey.of("id-" + bucket), bucket, entry(bucket));
                table.tick(bucket * 1_000);
            }
        }
        try (BucketTable restored = open("new disk")) {
            restored.restore(changelog.all());

            assertThat(restored.entries()).isEqualTo(11);
            assertThat(restored.clock()).isEqualTo(39_000);
        }
    }

    @Test
    void shouldRefuseAChangelogItDoesNotKnow() {
        try (BucketTable table = open("disk")) {
            assertThatThrownBy(() -> table.restore(List.of(new GuardChunk.Logged(new byte[] {7, 0, 0}, 0))))
                    .hasMessageContainingAll("changelog", "version 7");
        }
    }

    private BucketTable open(String disk) {
        return new BucketTable(
                new GuardFolder(new TaskId(0, 0), folder.resolve(disk)),
                WINDOWS,
                filterMemory,
                memory,
                changelog.log());
    }

    private static void fill(BucketTable table, int entries) {
        for (int i = 0; i < entries; i++) {
            table.put(GuardKey.of("filling-" + i), 1, entry(i));
        }
        table.flush();
    }

    private static List<String> entriesIn(List<byte[]> chunks) {
        List<String> keys = new ArrayList<>();
        chunks.forEach(chunk -> GuardChunk.read(
                chunk, (bucket, key, value) -> keys.add(bucket + new String(key, StandardCharsets.UTF_8))));
        return keys;
    }

    private static GuardEntry entry(long offset) {
        return new GuardEntry(
                GuardEntry.Status.DECIDED,
                offset,
                offset,
                new Coordinates("in", 0, offset),
                new Fingerprint(offset, 1),
                0,
                "other",
                false);
    }
}
