package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class SharedRocksMemoryTest {

    private static final String STORE = "store";

    private static TopologyTestDriver driver(Map<String, Object> settings) {
        Topology topology = new Topology();
        topology.addSource("source", new StringDeserializer(), new StringDeserializer(), "topic");
        topology.addProcessor(
                "process",
                () -> new ContextualProcessor<String, String, Void, Void>() {
                    @Override
                    public void process(Record<String, String> record) {}
                },
                "source");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray()),
                "process");
        Properties properties = new Properties();
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
        properties.putAll(settings);
        return new TopologyTestDriver(topology, properties);
    }

    @Test
    void shouldHaveStoresOfKafkaStreamsUseTheMemoryOfTheGuard() {
        try (RocksMemory memory = new RocksMemory(8 << 20)) {
            long before = memory.cache().getUsage();
            try (TopologyTestDriver driver = driver(Map.of(SharedRocksMemory.MEMORY, memory))) {
                KeyValueStore<String, byte[]> store = driver.getKeyValueStore(STORE);
                for (int i = 0; i < 64; i++) {
                    store.put("key " + i, new byte[16_384]);
                }

                assertThat(memory.cache().getUsage())
                        .as("write buffers count in the cache")
                        .isGreaterThan(before + (256 << 10))
                        .isLessThan(8 << 20);
            }
        }
    }

    @Test
    void shouldLeaveStoresAsTheyAreWithoutThatMemory() {
        try (TopologyTestDriver driver = driver(Map.of())) {
            KeyValueStore<String, byte[]> store = driver.getKeyValueStore(STORE);
            store.put("key", new byte[] {1});
            assertThat(store.get("key")).containsExactly(1);
        }
    }
}
