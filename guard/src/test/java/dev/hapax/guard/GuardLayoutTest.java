package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.GuardWindows;
import java.nio.file.Path;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardLayoutTest {

    private static final long HOUR = 3_600_000;
    private static final long T = 1_778_000_000_123L;

    @TempDir
    private Path folder;

    private final RocksMemory memory = new RocksMemory(4 << 20);
    private final FilterMemory filterMemory = new FilterMemory(1 << 20);
    private final KeptChunks changelog = new KeptChunks();

    @BeforeEach
    void write() {
        try (BucketTable table = open("disk", 24 * HOUR, 3 * HOUR)) {
            table.tick(T);
        }
    }

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void shouldKnowItsClockAgainWhenOnlyTheTtlHasChanged() {
        try (BucketTable again = open("disk", 48 * HOUR, 3 * HOUR)) {
            assertThat(again.clock()).isEqualTo(T);
        }
        try (BucketTable restored = open("new disk", 48 * HOUR, 3 * HOUR)) {
            restored.restore(changelog.all());
            assertThat(restored.clock()).isEqualTo(T);
        }
    }

    @Test
    void shouldRefuseToOpenWhatWasWrittenWithOtherBuckets() {
        assertThatThrownBy(() -> open("disk", 48 * HOUR, 6 * HOUR))
                .isInstanceOf(GuardLayoutException.class)
                .hasMessageContainingAll("guard.bucket", "PT3H", "PT6H");
    }

    @Test
    void shouldRefuseAChangelogThatWasWrittenWithOtherBuckets() {
        try (BucketTable table = open("new disk", 48 * HOUR, 6 * HOUR)) {
            assertThatThrownBy(() -> table.restore(changelog.all()))
                    .isInstanceOf(GuardLayoutException.class)
                    .hasMessageContainingAll("guard.bucket", "PT3H", "PT6H");
        }
    }

    private BucketTable open(String disk, long ttl, long bucket) {
        GuardWindows windows = new GuardWindows(ttl, HOUR, bucket);
        return new BucketTable(
                new GuardFolder(new TaskId(0, 0), folder.resolve(disk)),
                windows,
                filterMemory,
                memory,
                changelog.log());
    }
}
