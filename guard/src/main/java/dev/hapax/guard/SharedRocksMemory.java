package dev.hapax.guard;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

/** Makes the stores of Kafka Streams use the memory of the guard, instead of 50 MB and three write buffers each. */
public final class SharedRocksMemory implements RocksDBConfigSetter {

    /** The setting of Kafka Streams that holds the {@link RocksMemory}. Without it, stores keep Kafka's defaults. */
    public static final String MEMORY = "hapax.rocksdb.memory";

    private static final long WRITE_BUFFER = 4L << 20;

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        if (configs.get(MEMORY) instanceof RocksMemory memory
                && options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
            table.setBlockCache(memory.cache());
            // Otherwise they would be outside the bound, and grow with the store.
            table.setCacheIndexAndFilterBlocks(true);
            table.setPinL0FilterAndIndexBlocksInCache(true);
            options.setTableFormatConfig(table);
            options.setWriteBufferManager(memory.writeBuffers());
            options.setWriteBufferSize(WRITE_BUFFER);
        }
    }

    @Override
    public void close(String store, Options options) {
        // The memory belongs to the instance.
    }
}
