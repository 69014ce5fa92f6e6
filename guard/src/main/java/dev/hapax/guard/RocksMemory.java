package dev.hapax.guard;

import java.lang.ref.Cleaner;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory all RocksDB stores of an instance share: one block cache, with the write buffers counted in it.
 */
public final class RocksMemory implements AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final Cleaner CLEANER = Cleaner.create();

    private final Cache cache;
    private final WriteBufferManager writeBuffers;

    public RocksMemory(long bytes) {
        this.cache = new LRUCache(bytes, -1, false, 0.1);
        this.writeBuffers = new WriteBufferManager(bytes / 2, cache);
    }

    /**
     * For stores whose end nobody announces: a topology has no close. Each of them keeps a reference to its memory. RocksDB
     * counts references too, so memory that a database still uses outlives this object.
     */
    public static RocksMemory closedWhenUnreachable(long bytes) {
        RocksMemory memory = new RocksMemory(bytes);
        Cache cache = memory.cache;
        WriteBufferManager writeBuffers = memory.writeBuffers;
        CLEANER.register(memory, () -> close(cache, writeBuffers));
        return memory;
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writeBuffers() {
        return writeBuffers;
    }

    /** Close only after the streams that use it. */
    @Override
    public void close() {
        close(cache, writeBuffers);
    }

    private static void close(Cache cache, WriteBufferManager writeBuffers) {
        writeBuffers.close();
        cache.close();
    }
}
