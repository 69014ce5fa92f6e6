package dev.hapax.bench.contender;

import dev.hapax.config.Settings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.Guard;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.GuardMetrics;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.guard.Verdict;
import dev.hapax.topology.StreamsDefaults;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;

/** Hapax's guard alone, set into a copy: no parsing, no classification. What the others do, with Hapax's guarantees. */
final class HapaxGuard implements Contender {

    private static final Judgement ADMITTED = new Judgement("admitted", false, 0, "", "");

    @Override
    public AutoCloseable start(Job job) {
        Settings settings = HapaxSettings.of(job);
        RocksMemory memory = new RocksMemory(settings.guard().rocksdbMemory());
        StreamsConfig config = new StreamsConfig(StreamsDefaults.of(settings));
        GuardFactory guards = new GuardFactory(
                "guard",
                settings.guardWindows(),
                new FilterMemory(settings.guard().filterMemory()),
                memory,
                new GuardQueries(),
                GuardMetrics.NONE,
                settings.guard().changelogExtraRetention());
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(config));
        builder.stream(job.input(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .process(new Guarding(guards, job.ttl().toMillis()), Named.as("guarding"))
                .to(job.output(), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        StreamsWork work = StreamsWork.start(builder.build(), config, job);
        return () -> {
            work.close();
            memory.close();
        };
    }

    private record Guarding(GuardFactory guards, long ttl)
            implements ProcessorSupplier<byte[], byte[], byte[], byte[]> {

        @Override
        public Processor<byte[], byte[], byte[], byte[]> get() {
            return new Gate(guards, ttl);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(guards.store());
        }
    }

    private static final class Gate extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private final GuardFactory guards;
        private final long ttl;

        @SuppressWarnings("NullAway.Init") // set by init, which Streams calls first
        private Guard guard;

        Gate(GuardFactory guards, long ttl) {
            this.guards = guards;
            this.ttl = ttl;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            guard = guards.open(context);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            RecordMetadata at = context().recordMetadata().orElseThrow();
            Message message = new Message(
                    new Coordinates(at.topic(), at.partition(), at.offset()),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    List.of());
            String identity = new String(record.key(), StandardCharsets.UTF_8);
            // Not the real one, which hashes the content: that belongs to intake.
            Fingerprint fingerprint = new Fingerprint(Arrays.hashCode(record.value()), record.value().length);
            Arrival arrival = new Arrival("bench", message, identity, fingerprint, 0, 0);
            guard.advance(context().currentStreamTimeMs());
            if (guard.judge(arrival, ttl) instanceof Verdict.Admitted) {
                guard.remember(arrival, ttl, GuardEntry.decided(arrival, ADMITTED));
                context().forward(record);
            }
        }
    }
}
