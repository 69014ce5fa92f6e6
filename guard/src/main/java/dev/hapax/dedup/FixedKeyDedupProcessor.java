package dev.hapax.dedup;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** The operator as {@code KStream.processValues} takes it. */
final class FixedKeyDedupProcessor<K, V, R> extends ContextualFixedKeyProcessor<K, V, R> {

    record Supplier<K, V, R>(DedupPlan<K, V> plan, java.util.function.Supplier<Forwarding<V, R>> forwardings)
            implements FixedKeyProcessorSupplier<K, V, R> {

        @Override
        public FixedKeyProcessor<K, V, R> get() {
            return new FixedKeyDedupProcessor<>(plan, forwardings.get());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return plan.stores();
        }
    }

    private final DedupPlan<K, V> plan;
    private final Forwarding<V, R> forwarding;
    private @Nullable DedupTask<K, V> task;

    private FixedKeyDedupProcessor(DedupPlan<K, V> plan, Forwarding<V, R> forwarding) {
        this.plan = plan;
        this.forwarding = forwarding;
    }

    @Override
    public void init(FixedKeyProcessorContext<K, R> context) {
        super.init(context);
        task = DedupTask.open(plan, context);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        forwarding.forward(
                requireNonNull(task).judge(record.key(), record.value(), record.timestamp()),
                value -> context().forward(record.withValue(value)));
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
    }
}
