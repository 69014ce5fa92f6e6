package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.GuardChunk;
import dev.hapax.wire.GuardKey;
import java.nio.file.Path;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker deletes changelog records by the clock, while entries live by stream time. */
class RenewalTest {

    private static final GuardWindows WINDOWS = new GuardWindows(8_000, 0, 1_000);
    private static final long KEPT = 10_000;
    private static final long OLDEST = 6_000;

    @TempDir
    private Path folder;

    private final RocksMemory memory = new RocksMemory(4 << 20);
    private final KeptChunks changelog = new KeptChunks();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void shouldOutliveItsChangelogOnAnIdlePartition() {
        try (BucketTable table = open("disk");
                BucketTable restored = open("new disk")) {
            fill(table, 1_000);
            table.tick(5_000);

            for (int second = 0; second < 30; second++) {
                passASecond(table, 100_000);
            }
            restored.restore(changelog.all());

            for (int i = 0; i < 1_000; i++) {
                assertThat(restored.find(key(i), i % 5)).isEqualTo(entry(i));
            }
            assertThat(restored.clock()).isEqualTo(5_000);
        }
    }

    @Test
    void shouldGoOnWhereItStoppedAndAfterARestart() {
        try (BucketTable table = open("disk")) {
            fill(table, 1_000);
            table.tick(5_000);
            changelog.passes(OLDEST);
        }
        try (BucketTable table = open("disk");
                BucketTable restored = open("new disk")) {
            changelog.passes(1);
            int steps = 1;
            while (table.renew(changelog.now() - OLDEST, 70)) {
                steps++;
            }
            changelog.passes(KEPT - OLDEST);
            changelog.expire(KEPT);
            restored.restore(changelog.all());

            // 200 in each of five buckets, 70 at once.
            assertThat(steps).isEqualTo(15);
            assertThat(restored.entries()).isEqualTo(1_000);
        }
    }

    @Test
    void shouldNotBringBackWhatIsForgottenOrChangedMeanwhile() {
        try (BucketTable table = open("disk");
                BucketTable restored = open("new disk")) {
            for (int i = 0; i < 100; i++) {
                table.put(key(i), 1, entry(i));
            }
            table.tick(5_000);
            changelog.passes(OLDEST + 1);
            table.renew(changelog.now() - OLDEST, 10);

            for (int i = 0; i < 50; i++) {
                table.forget("id-" + i);
                table.put(key(50 + i), 1, entry(1_000 + i));
            }
            while (table.renew(changelog.now() - OLDEST, 10)) {
                assertThat(table.warm()).isTrue();
            }
            changelog.passes(KEPT - OLDEST);
            changelog.expire(KEPT);
            restored.restore(changelog.all());

            for (int i = 0; i < 50; i++) {
                assertThat(restored.find(key(i), 1)).isNull();
                assertThat(restored.find(key(50 + i), 1)).isEqualTo(entry(1_000 + i));
            }
        }
    }

    @Test
    void shouldAppendNothingTwiceWhereStreamTimeKeepsUpWithTheClock() {
        long oldest = WINDOWS.retention() + 2 * WINDOWS.bucket();
        try (BucketTable table = open("disk")) {
            for (int i = 0; i < 100; i++) {
                table.put(key(i), i, entry(i));
                table.tick(i * 1_000L);
                changelog.passes(1_000);
                assertThat(table.renew(changelog.now() - oldest, 100)).isFalse();
            }
        }
        int[] entries = new int[1];
        changelog.bytes().forEach(chunk -> GuardChunk.read(chunk, (bucket, key, value) -> entries[0]++));

        assertThat(entries[0]).isEqualTo(100);
    }

    @Test
    void shouldKeepItsClockAndCommandsInTheChangelogWithoutAnyEntry() {
        try (BucketTable table = open("disk");
                BucketTable restored = open("new disk")) {
            table.executed(ExecutedCommands.NONE.and(41, 1_000));
            table.tick(5_000);

            for (int second = 0; second < 30; second++) {
                passASecond(table, 100);
            }
            restored.restore(changelog.all());

            assertThat(changelog.all()).hasSizeLessThan(4);
            assertThat(restored.clock()).isEqualTo(5_000);
            assertThat(restored.executed()).isEqualTo(new ExecutedCommands(41, 1_000));
        }
    }

    @Test
    void shouldWriteNothingForAGuardThatKnowsNothing() {
        try (BucketTable table = open("disk")) {
            changelog.passes(KEPT);

            assertThat(table.renew(changelog.now() - OLDEST, 100)).isFalse();

            assertThat(changelog.all()).isEmpty();
        }
    }

    private void passASecond(BucketTable table, int entries) {
        changelog.passes(1_000);
        table.renew(changelog.now() - OLDEST, entries);
        changelog.expire(KEPT);
    }

    private static void fill(BucketTable table, int entries) {
        for (int i = 0; i < entries; i++) {
            table.put(key(i), i % 5, entry(i));
        }
        table.flush();
    }

    private BucketTable open(String disk) {
        return new BucketTable(
                new GuardFolder(new TaskId(0, 0), folder.resolve(disk)),
                WINDOWS,
                new FilterMemory(1 << 20),
                memory,
                changelog.log());
    }

    private static GuardKey key(int i) {
        return GuardKey.of("id-" + i);
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
