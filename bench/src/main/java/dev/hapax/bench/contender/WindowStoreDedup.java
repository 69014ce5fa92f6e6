package dev.hapax.bench.contender;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Dedup as the public examples of Kafka Streams have it: a window store of the keys seen, searched over the window around
 * each record.
 */
final class WindowStoreDedup implements Contender {

    private static final String STORE = "seen";

    @Override
    public AutoCloseable start(Job job) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(job.input(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(new Deduplication(job.ttl()))
                .to(job.output(), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        return StreamsWork.start(builder.build(), new StreamsConfig(ClientSettings.streams(job)), job);
    }

    private record Deduplication(Duration ttl) implements ProcessorSupplier<byte[], byte[], byte[], byte[]> {

        @Override
        public Processor<byte[], byte[], byte[], byte[]> get() {
            return new Deduplicator(ttl.toMillis());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.windowStoreBuilder(
                    Stores.persistentWindowStore(STORE, ttl, ttl, false), Serdes.ByteArray(), Serdes.Long()));
        }
    }

    private static final class Deduplicator extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private final long ttl;

        @SuppressWarnings("NullAway.Init") // set by init, which Streams calls first
        private WindowStore<byte[], Long> seen;

        Deduplicator(long ttl) {
            this.ttl = ttl;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            seen = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            if (!isDuplicate(record)) {
                seen.put(record.key(), record.timestamp(), record.timestamp());
                context().forward(record);
            }
        }

        private boolean isDuplicate(Record<byte[], byte[]> record) {
            try (WindowStoreIterator<Long> found =
                    seen.fetch(record.key(), record.timestamp() - ttl + 1, record.timestamp() + ttl - 1)) {
                return found.hasNext();
            }
        }
    }
}
