package dev.hapax.guard;

import dev.hapax.domain.GuardEntry;
import dev.hapax.wire.GuardEntryFormat;
import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * The guard's store on a window store of Kafka Streams: an entry is put at the last millisecond of its bucket, found by a
 * point lookup there, and only where that bucket's heap filter says "maybe". Whole segments expire by retention, on disk
 * and in the changelog, without a tombstone. One task's thread uses it.
 */
final class BucketedStore implements GuardStore {

    private final WindowStore<Bytes, byte[]> store;
    private final Windows windows;
    private final BucketFilters filters;
    private @Nullable KeyValueIterator<Windowed<Bytes>, byte[]> warmingUp;
    private long clock;
    private boolean closed;

    BucketedStore(WindowStore<Bytes, byte[]> store, Windows windows, FilterMemory memory) {
        this.store = store;
        this.windows = windows;
        this.filters = new BucketFilters(memory);
        this.clock = recordedClock();
    }

    @Override
    public @Nullable GuardEntry find(GuardKey key, long bucket) {
        if (!filters.mayContain(bucket, key.hash())) {
            return null;
        }
        byte[] bytes = store.fetch(Bytes.wrap(key.bytes()), windows.endOf(bucket));
        return bytes == null ? null : GuardEntryFormat.read(bytes);
    }

    @Override
    public void put(GuardKey key, long bucket, GuardEntry entry) {
        store.put(Bytes.wrap(key.bytes()), GuardEntryFormat.write(entry), windows.endOf(bucket));
        filters.add(bucket, key.hash());
    }

    @Override
    public long clock() {
        return clock;
    }

    /**
     * A window store drops what has expired only when something is put, and by the time of what is put. So the clock itself
     * is put: at stream time, since wall-clock time would expire living entries of a partition that lags.
     */
    @Override
    public void tick(long streamTime) {
        if (streamTime <= clock) {
            return;
        }
        clock = streamTime;
        store.put(
                Bytes.wrap(GuardKey.CLOCK.bytes()),
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(streamTime)
                        .putLong(windows.bucket())
                        .array(),
                windows.endOf(windows.bucketOf(streamTime)));
        filters.dropBefore(windows.bucketOf(streamTime - windows.retention()));
    }

    private long recordedClock() {
        long latest = -1;
        try (WindowStoreIterator<byte[]> ticks = store.fetch(Bytes.wrap(GuardKey.CLOCK.bytes()), 0, Long.MAX_VALUE)) {
            while (ticks.hasNext()) {
                ByteBuffer tick = ByteBuffer.wrap(ticks.next().value);
                latest = Math.max(latest, tick.getLong());
                GuardLayoutException.check(tick.getLong(), windows.bucket());
            }
        }
        return latest;
    }

    /**
     * Adds keys of the store to the filters, so many at most, and says whether there are more to add. New entries reach the
     * filters as they are put, so it does not matter that the scan sees the store as it was when it began.
     */
    boolean warmUp(int keys) {
        if (filters.warm() || closed) {
            return false;
        }
        try {
            if (warmingUp == null) {
                warmingUp = store.all();
            }
            for (int i = 0; i < keys; i++) {
                if (!warmingUp.hasNext()) {
                    stopWarmingUp();
                    filters.warmedUp();
                    return false;
                }
                Windowed<Bytes> key = warmingUp.next().key;
                filters.add(
                        windows.bucketOf(key.window().start()),
                        GuardKey.of(key.key().get()).hash());
            }
        } catch (InvalidStateStoreException e) {
            // A segment expired under the scan and took the iterator along: begin again, on what is left.
            stopWarmingUp();
            filters.clear();
        }
        return true;
    }

    boolean warm() {
        return filters.warm();
    }

    private void stopWarmingUp() {
        if (warmingUp != null) {
            warmingUp.close();
            warmingUp = null;
        }
    }

    @Override
    public void close() {
        closed = true;
        stopWarmingUp();
        filters.clear();
    }
}
