package dev.hapax.guard;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The guard's table as a store of Kafka Streams: opened, restored, committed and closed with its task. Two things it needs have
 * no public interface, and are taken from Kafka Streams' inside here and nowhere else: to hear of a commit before it happens
 * ({@link CachedStateStore}), and to write to its own changelog ({@link InternalProcessorContext#logChange}).
 */
final class GuardStateStore implements StateStore, CachedStateStore<Void, Void> {

    private final GuardStorage storage;
    private @Nullable GuardPlace place;
    private @Nullable BucketTable table;
    /** What Kafka Streams will note when this is closed, as it notes it. */
    private List<String> noted = List.of();

    private @Nullable Attendant attendant;

    GuardStateStore(GuardStorage storage) {
        this.storage = storage;
    }

    @Override
    public String name() {
        return storage.storeName();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        InternalProcessorContext<?, ?> streams = (InternalProcessorContext<?, ?>) context;
        ChunkKeys keys = new ChunkKeys();
        place = new GuardPlace(context.taskId(), context.stateDir().toPath().resolve(name()));
        noted = place.noted();
        table = new BucketTable(
                place,
                storage.windows(),
                storage.filterMemory(),
                storage.rocksMemory(),
                chunk -> streams.logChange(
                        name(),
                        Bytes.wrap(keys.next()),
                        chunk,
                        streams.recordContext().timestamp(),
                        new RecordHeaders(),
                        Position.emptyPosition()));
        context.register(root, (BatchingStateRestoreCallback) records ->
                table().restore(records.stream().map(record -> record.value).toList()));
    }

    BucketTable table() {
        if (table == null) {
            throw new IllegalStateException("the guard's store is not open");
        }
        return table;
    }

    /** Has questions answered before each commit. */
    void attendedBy(Attendant now) {
        attendant = now;
    }

    /** Before a commit: whatever the transaction's messages have changed must be in the changelog by then. */
    @Override
    public void flushCache() {
        table().flush();
        if (attendant != null) {
            attendant.beforeCommit();
        }
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        noted = changelogOffsets.entrySet().stream()
                .filter(each -> each.getValue() != null)
                .map(each -> each.getKey().topic() + " " + each.getKey().partition() + " " + each.getValue())
                .toList();
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
            requireNonNull(place).seal(noted);
        }
        if (attendant != null) {
            attendant.close();
            attendant = null;
        }
    }

    /** There is nobody to tell: the guard's entries are not a stream. */
    @Override
    public boolean setFlushListener(CacheFlushListener<Void, Void> listener, boolean sendOldValues) {
        return false;
    }

    /** What is not flushed yet is not a copy of anything, so it stays. */
    @Override
    public void clearCache() {}
}
