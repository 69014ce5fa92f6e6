package dev.hapax.dedup;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** The operator as {@code KStream.process} takes it. */
final class DedupProcessor<K, V, R> extends ContextualProcessor<K, V, K, R> {

    record Supplier<K, V, R>(DedupPlan<K, V> plan, java.util.function.Supplier<Forwarding<V, R>> forwardings)
            implements ProcessorSupplier<K, V, K, R> {

        @Override
        public Processor<K, V, K, R> get() {
            return new DedupProcessor<>(plan, forwardings.get());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return plan.stores();
        }
    }

    private final DedupPlan<K, V> plan;
    private final Forwarding<V, R> forwarding;
    private @Nullable DedupTask<K, V> task;

    private DedupProcessor(DedupPlan<K, V> plan, Forwarding<V, R> forwarding) {
        this.plan = plan;
        this.forwarding = forwarding;
    }

    @Override
    public void init(ProcessorContext<K, R> context) {
        super.init(context);
        task = DedupTask.open(plan, context);
    }

    @Override
    public void process(Record<K, V> record) {
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
