package dev.hapax.guard;

import static java.util.Objects.requireNonNull;

import dev.hapax.commit.ThreadTransactions;
import dev.hapax.wire.GuardChunk;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The guard's table as a store of Kafka Streams: opened, restored, committed and closed with its task. Three things it
 * needs have no public interface, and are taken from Kafka Streams' inside here and nowhere else: to hear of a commit
 * before it happens ({@link CachedStateStore}), to write to its own changelog ({@link
 * InternalProcessorContext#logChange}), and to know when a restored record was appended ({@link
 * RecordBatchingStateRestoreCallback}).
 */
final class GuardStateStore implements StateStore, CachedStateStore<Void, Void> {

    private final GuardFactory guards;
    private @Nullable GuardFolder place;
    private @Nullable BucketTable table;
    private @Nullable CommitState commitState;
    private @Nullable QueryResponder responder;

    GuardStateStore(GuardFactory guards) {
        this.guards = guards;
    }

    @Override
    public String name() {
        return guards.storeName();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        InternalProcessorContext<?, ?> streams = (InternalProcessorContext<?, ?>) context;
        place = new GuardFolder(context.taskId(), context.stateDir().toPath().resolve(name()));
        CommitState settling = new CommitState(place.noted(), place.isSettled());
        commitState = settling;
        ChunkKeys keys = new ChunkKeys();
        ChunkLog changelog = new ChunkLog(
                chunk -> {
                    streams.logChange(
                            name(),
                            Bytes.wrap(keys.next()),
                            chunk,
                            streams.recordContext().timestamp(),
                            new RecordHeaders(),
                            Position.emptyPosition());
                    // Only now: sending begins the transaction.
                    settling.wrote(ThreadTransactions.ofThisThread().current());
                },
                streams::currentSystemTimeMs);
        table = new BucketTable(place, guards.windows(), guards.filterMemory(), guards.rocksMemory(), changelog);
        context.register(root, (RecordBatchingStateRestoreCallback) records -> table().restore(records.stream()
                .map(record -> new GuardChunk.Logged(record.value(), record.timestamp()))
                .toList()));
    }

    BucketTable table() {
        if (table == null) {
            throw new IllegalStateException("the guard's store is not open");
        }
        return table;
    }

    /** Has questions answered before each commit. */
    void answeredBy(QueryResponder now) {
        responder = now;
    }

    /** Before a commit: whatever the transaction's messages have changed must be in the changelog by then. */
    @Override
    public void flushCache() {
        table().flush();
        if (responder != null) {
            responder.beforeCommit();
        }
    }

    /** Called when a task is suspended or restored, not for every commit, and also before a dirty close. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        requireNonNull(commitState).noted(changelogOffsets);
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return table != null;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public void close() {
        BucketTable open = table;
        if (open != null) {
            // Closed even if what is in memory can't be written any more.
            table = null;
            open.close();
            CommitState settled = requireNonNull(commitState);
            if (settled.isSettled()) {
                requireNonNull(place).seal(settled.offsets());
            }
        }
        if (responder != null) {
            responder.close();
            responder = null;
        }
    }

    /** There is nobody to tell: the guard's entries are not a stream. */
    @Override
    public boolean setFlushListener(CacheFlushListener<Void, Void> listener, boolean sendOldValues) {
        return false;
    }

    /**
     * The task becomes a standby, or a standby the task: from now on the changelog may bring what another instance
     * wrote.
     */
    @Override
    public void clearCache() {
        table().forgetRecent();
    }

    /** Keys for the records of the changelog, no two alike: even a topic that is compacted against our wish keeps them all. */
    static final class ChunkKeys {

        private final long prefix = ThreadLocalRandom.current().nextLong();
        private long count;

        byte[] next() {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(prefix)
                    .putLong(count++)
                    .array();
        }
    }

    /** Declares the store to Kafka Streams. It is always logged and never cached, because it does both itself. */
    record Builder(GuardFactory guards) implements StoreBuilder<StateStore> {

        @Override
        public StateStore build() {
            return new GuardStateStore(guards);
        }

        @Override
        public String name() {
            return guards.storeName();
        }

        @Override
        public Map<String, String> logConfig() {
            return guards.changelogConfig();
        }

        @Override
        public boolean loggingEnabled() {
            return true;
        }

        @Override
        public StoreBuilder<StateStore> withCachingEnabled() {
            throw fixed();
        }

        @Override
        public StoreBuilder<StateStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
            throw fixed();
        }

        @Override
        public StoreBuilder<StateStore> withLoggingDisabled() {
            throw fixed();
        }

        private static UnsupportedOperationException fixed() {
            return new UnsupportedOperationException(
                    "the guard's store is always logged as it says itself, and never cached");
        }
    }
}
