package dev.hapax.guard;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;

/** How the guard's stores use RocksDB: within the instance's shared memory, tuned for point lookups. */
public final class BoundedRocksDB implements RocksDBConfigSetter {

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        if (!(configs.get(RocksMemory.CONFIG) instanceof RocksMemory memory)) {
            throw new IllegalStateException(RocksMemory.CONFIG + " is missing from the Streams configuration");
        }
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(memory.cache());
        // Index and filter blocks are memory too: counted, or the bound is none.
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        // Streams leaves the bottom level without RocksDB's filters, which cost most lookups of a cold heap filter a
        // read.
        options.setOptimizeFiltersForHits(false);
        options.setWriteBufferManager(memory.writeBuffers());
        // Entries repeat their topic and label: compression nearly removes them.
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    /** The cache is the instance's, and outlives the store. */
    @Override
    public void close(String storeName, Options options) {}
}
