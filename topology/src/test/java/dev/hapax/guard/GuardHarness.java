package dev.hapax.guard;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** A guard on its real store, RocksDB and all, driven by hand. What is admitted is remembered. */
final class GuardHarness implements AutoCloseable {

    private static final String TOPIC = "messages";
    private static final Judgement JUDGEMENT = new Judgement("other", false, 0, "", "default");

    private final GuardStorage storage;
    private final RocksMemory memory = new RocksMemory(16 << 20);
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final boolean refresh;
    private @Nullable Arrival next;
    private long ttl;
    private @Nullable Verdict answer;
    private long offset;
    private boolean reopen;
    private boolean forgetful;

    GuardHarness(Windows windows, int warmUpStep, boolean refresh) {
        this.refresh = refresh;
        this.storage = new GuardStorage("guard", windows, new FilterMemory(64 << 20), Duration.ofDays(1), warmUpStep);
        Topology topology = new Topology()
                .addSource("read", TOPIC)
                .addProcessor("guard", Task::new, "read")
                .addStateStore(storage.store(), "guard");
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "guard-test");
        config.put(
                StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG,
                "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
        config.put(
                StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG,
                "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
        config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDB.class);
        config.put(RocksMemory.CONFIG, memory);
        this.driver = new TopologyTestDriver(topology, config);
        this.input = driver.createInputTopic(TOPIC, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static GuardHarness of(Windows windows) {
        return new GuardHarness(windows, 10_000, false);
    }

    /** Shows a new record to the guard. */
    Verdict show(String identity, long time, long content, long ttl) {
        return show(identity, time, content, ttl, 0, offset++);
    }

    Verdict show(String identity, long time, long content, long ttl, int generation, long offset) {
        Message message = new Message(new Coordinates(TOPIC, 0, offset), time, null, null, List.of());
        this.next = new Arrival("source", message, identity, new Fingerprint(content, 0), generation, 0);
        this.ttl = ttl;
        input.pipeInput(new byte[0], new byte[0], time);
        if (answer == null) {
            throw new IllegalStateException("the guard was not asked");
        }
        return answer;
    }

    /** Has the guard opened anew on the same store before the next message, as a task does that comes back: cold. */
    void reopen() {
        reopen = true;
    }

    /** As {@link #reopen}, and Kafka has forgotten how far stream time had come, as when offsets are rewound. */
    void reopenRewound() {
        reopen = true;
        forgetful = true;
    }

    void warmUp() {
        driver.advanceWallClockTime(Duration.ofMillis(31));
    }

    /** Entries on disk, those of the clock included. */
    long physicalEntries() {
        WindowStore<Bytes, byte[]> store = driver.getWindowStore("guard");
        long count = 0;
        try (var all = store.all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    long filterMemory() {
        return storage.filterMemory().used();
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
    }

    private final class Task extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private @Nullable Guard guard;

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            open();
        }

        void open() {
            close();
            guard = storage.open(context());
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            if (reopen) {
                open();
                reopen = false;
            }
            Arrival arrival = next;
            if (guard == null || arrival == null) {
                throw new IllegalStateException("not open");
            }
            guard.advance(forgetful ? record.timestamp() : context().currentStreamTimeMs());
            answer = guard.judge(arrival, ttl);
            if (answer instanceof Verdict.Admitted) {
                guard.remember(arrival, ttl, GuardEntry.decided(arrival, JUDGEMENT));
            } else if (refresh && answer instanceof Verdict.Duplicate duplicate) {
                guard.refresh(arrival, ttl, duplicate.earlier());
            }
        }

        @Override
        public void close() {
            if (guard != null) {
                guard.close();
            }
        }
    }
}
