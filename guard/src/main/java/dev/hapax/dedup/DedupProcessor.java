package dev.hapax.dedup;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** The operator in one task. Kafka Streams uses it through one of two interfaces, which do the same here. */
final class DedupProcessor<K, V, R> implements Processor<K, V, K, R>, FixedKeyProcessor<K, V, R> {

    /** For {@code KStream.process}. */
    record Supplier<K, V, R>(DedupTask.Plan<K, V, R> plan) implements ProcessorSupplier<K, V, K, R> {

        @Override
        public Processor<K, V, K, R> get() {
            return new DedupProcessor<>(plan);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(plan.store());
        }
    }

    /** For {@code KStream.processValues}. */
    record FixedKeySupplier<K, V, R>(DedupTask.Plan<K, V, R> plan) implements FixedKeyProcessorSupplier<K, V, R> {

        @Override
        public FixedKeyProcessor<K, V, R> get() {
            return new DedupProcessor<>(plan);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(plan.store());
        }
    }

    private final DedupTask.Plan<K, V, R> plan;
    private final Forwarding<V, R> forwarding;
    private @Nullable ProcessorContext<K, R> context;
    private @Nullable FixedKeyProcessorContext<K, R> fixedKeyContext;
    private @Nullable DedupTask<K, V> task;

    private DedupProcessor(DedupTask.Plan<K, V, R> plan) {
        this.plan = plan;
        this.forwarding = plan.forwardings().get();
    }

    @Override
    public void init(ProcessorContext<K, R> context) {
        this.context = context;
        open(context);
    }

    @Override
    public void init(FixedKeyProcessorContext<K, R> context) {
        this.fixedKeyContext = context;
        open(context);
    }

    private void open(ProcessingContext processing) {
        task = DedupTask.open(plan, processing);
    }

    @Override
    public void process(Record<K, V> record) {
        ProcessorContext<K, R> to = requireNonNull(context);
        process(record.key(), record.value(), record.timestamp(), value -> to.forward(record.withValue(value)));
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        FixedKeyProcessorContext<K, R> to = requireNonNull(fixedKeyContext);
        process(record.key(), record.value(), record.timestamp(), value -> to.forward(record.withValue(value)));
    }

    private void process(K key, V value, long timestamp, Consumer<? super R> next) {
        forwarding.forward(requireNonNull(task).judge(key, value, timestamp), next);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }
}
