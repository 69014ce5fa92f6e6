package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.commit.ThreadTransactions;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.GuardKey;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Killed between the close of a store and the deletion of its folder, as Kafka Streams 4.3.1 does both. The calls are
 * those of its TaskManager and ProcessorStateManager, in their order. What was not committed must not be found again.
 */
class DirtyCloseTest {

    private static final TopicPartition CHANGELOG = new TopicPartition("hapax-guard-changelog", 3);
    /** As OffsetCheckpoint.OFFSET_UNKNOWN. */
    private static final long NOTHING_RESTORED = -4;

    private static final GuardKey COMMITTED = GuardKey.of("committed");
    private static final GuardKey UNCOMMITTED = GuardKey.of("uncommitted");

    @TempDir
    private Path taskFolder;

    private final RocksMemory memory = new RocksMemory(8 << 20);
    private long changelogOffset = -1;

    @AfterEach
    void closeMemory() {
        memory.close();
    }

    @Test
    void shouldFindAgainWhatWasCommittedBeforeACleanClose() throws IOException {
        GuardStateStore store = open();
        store.table().put(COMMITTED, 1, entry());

        closeClean(store);

        assertFound(COMMITTED);
    }

    @Test
    void shouldNotTrustWhatWasFlushedBeforeADirtyClose() throws IOException {
        GuardStateStore store = afterACommit();
        store.table().put(UNCOMMITTED, 1, entry());
        store.flushCache();

        close(store, NOTHING_RESTORED);

        assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
    }

    /**
     * As TaskManager.tryCloseCleanActiveTasks does it: it notes the offsets of all tasks, also when their commit has
     * failed.
     */
    @Test
    void shouldNotTrustWhatWasFlushedBeforeACommitThatFailed() throws IOException {
        GuardStateStore store = afterACommit();
        store.table().put(UNCOMMITTED, 1, entry());
        store.flushCache();
        store.commit(Map.of(CHANGELOG, changelogOffset));

        close(store, changelogOffset);

        assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
    }

    /** As TaskManager.closeDirtyAndRevive does it: a corrupted task is noted without offsets. */
    @Test
    void shouldNotTrustWhatIsCorrupted() throws IOException {
        GuardStateStore store = afterACommit();
        store.commit(Map.of());

        store.close();
        Files.write(checkpoint(), List.of("0", "0"));

        assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
    }

    @Test
    void shouldNotTrustEntriesThatWereTooManyToWaitForACommit() throws IOException {
        GuardStateStore store = afterACommit();
        for (int i = 0; i < 1_000; i++) {
            store.table().put(GuardKey.of("uncommitted-" + i), 1, entry());
        }

        close(store, NOTHING_RESTORED);

        assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
    }

    @Test
    void shouldNotTrustAnAbortedTransactionBecauseTheNextOneIsCommitted() throws IOException {
        GuardStateStore store = afterACommit();
        store.table().put(UNCOMMITTED, 1, entry());
        store.flushCache();
        ThreadTransactions.ofThisThread().began();
        ThreadTransactions.ofThisThread().committed();
        store.commit(Map.of(CHANGELOG, changelogOffset));

        close(store, changelogOffset);

        assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
    }

    /** As StateDirectory.initializeStartupStores does it at every start. */
    @Test
    void shouldStillTrustWhatWasOnlyLookedAt() throws IOException {
        closeClean(afterACommit());

        GuardStateStore looked = open();
        looked.commit(Map.of(CHANGELOG, changelogOffset));
        close(looked, changelogOffset);
        close(open(), changelogOffset);

        assertFound(COMMITTED);
    }

    @Test
    void shouldTrustWhatIsLeftOfATransactionThatWasNeverWritten() throws IOException {
        GuardStateStore store = afterACommit();
        store.commit(Map.of(CHANGELOG, changelogOffset));
        store.table().put(UNCOMMITTED, 1, entry());

        close(store, changelogOffset);

        assertFound(COMMITTED);
        GuardStateStore again = open();
        assertThat(again.table().find(UNCOMMITTED, 1)).isNull();
        close(again, changelogOffset);
    }

    /**
     * A task that is running: Kafka Streams notes its offset when it is restored, and not again before it is suspended.
     */
    private GuardStateStore afterACommit() throws IOException {
        GuardStateStore store = open();
        store.commit(Map.of(CHANGELOG, NOTHING_RESTORED));
        store.table().put(COMMITTED, 1, entry());
        store.flushCache();
        ThreadTransactions.ofThisThread().committed();
        return store;
    }

    private void closeClean(GuardStateStore store) throws IOException {
        store.flushCache();
        ThreadTransactions.ofThisThread().committed();
        store.commit(Map.of(CHANGELOG, changelogOffset));
        close(store, changelogOffset);
    }

    /** The store is closed, and its offset written beside it. */
    private void close(GuardStateStore store, long offset) throws IOException {
        store.close();
        Files.write(checkpoint(), List.of("0", "1", CHANGELOG.topic() + " " + CHANGELOG.partition() + " " + offset));
    }

    private void assertFound(GuardKey key) throws IOException {
        GuardStateStore store = open();
        assertThat(store.table().find(key, 1)).isEqualTo(entry());
        close(store, changelogOffset);
    }

    private GuardStateStore open() throws IOException {
        GuardStateStore store = new GuardStateStore(new GuardFactory(
                "guard",
                new GuardWindows(8_000, 0, 1_000),
                new FilterMemory(1 << 20),
                memory,
                new GuardQueries(),
                GuardMetrics.NONE,
                Duration.ofDays(7)));
        store.init(context(), store);
        Files.deleteIfExists(checkpoint());
        return store;
    }

    private Path checkpoint() {
        return taskFolder.resolve(".checkpoint_guard");
    }

    /** What the store asks of a task. Each record it sends begins the next transaction, unless one is open. */
    private InternalProcessorContext<?, ?> context() {
        return (InternalProcessorContext<?, ?>) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {InternalProcessorContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "taskId" -> new TaskId(0, 3);
                    case "stateDir" -> taskFolder.toFile();
                    case "recordContext" -> new ProcessorRecordContext(0, 0, 3, "in", new RecordHeaders());
                    case "currentSystemTimeMs" -> 0L;
                    case "register" -> null;
                    case "logChange" -> {
                        changelogOffset++;
                        if (ThreadTransactions.ofThisThread().current().committed()) {
                            ThreadTransactions.ofThisThread().began();
                        }
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static GuardEntry entry() {
        return new GuardEntry(
                GuardEntry.Status.DECIDED, 1, 1, new Coordinates("in", 0, 1), new Fingerprint(1, 1), 0, "other", false);
    }
}
