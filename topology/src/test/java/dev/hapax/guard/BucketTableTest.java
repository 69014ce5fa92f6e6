package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class BucketTableTest {

    private static final Windows WINDOWS = new Windows(8_000, 0, 1_000);

    @TempDir
    private Path folder;

    private final RocksMemory memory = new RocksMemory(4 << 20);
    private final FilterMemory filterMemory = new FilterMemory(1 << 20);
    private final List<byte[]> changelog = new ArrayList<>();

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

            assertThat(changelog).hasSizeBetween(2, 5);
            assertThat(entriesIn(changelog)).hasSize(1_000).doesNotHaveDuplicates();
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
                    table.restore(changelog);
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
            restored.restore(changelog);

            assertThat(table.find(GuardKey.of("a"), 1)).isEqualTo(entry(2));
            assertThat(restored.find(GuardKey.of("a"), 1)).isEqualTo(entry(2));
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
            restored.restore(changelog);

            assertThat(restored.entries()).isEqualTo(11);
            assertThat(restored.clock()).isEqualTo(39_000);
        }
    }

    @Test
    void shouldRefuseAChangelogItDoesNotKnow() {
        try (BucketTable table = open("disk")) {
            assertThatThrownBy(() -> table.restore(List.of(new byte[] {7, 0, 0})))
                    .hasMessageContainingAll("changelog", "version 7");
        }
    }

    private BucketTable open(String disk) {
        return new BucketTable(folder.resolve(disk), WINDOWS, filterMemory, memory, changelog::add);
    }

    private static List<String> entriesIn(List<byte[]> chunks) {
        List<String> keys = new ArrayList<>();
        chunks.forEach(chunk ->
                Chunk.read(chunk, (bucket, key, value) -> keys.add(bucket + new String(key, StandardCharsets.UTF_8))));
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
