package dev.hapax.guard;

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

    private final Cache cache;
    private final WriteBufferManager writeBuffers;

    public RocksMemory(long bytes) {
        this.cache = new LRUCache(bytes, -1, false, 0.1);
        this.writeBuffers = new WriteBufferManager(bytes / 2, cache);
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
        writeBuffers.close();
        cache.close();
    }
}
