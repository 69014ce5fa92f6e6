package dev.hapax.dedup;

import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;

/** The operator as {@code KStream.process} takes it. */
final class DedupProcessor<K, V, R> extends ContextualProcessor<K, V, K, R> {

    record Supplier<K, V, R>(DedupPlan<K, V, R> plan) implements ProcessorSupplier<K, V, K, R> {

        @Override
        public Processor<K, V, K, R> get() {
            return new DedupProcessor<>(plan.operator());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return plan.stores();
        }
    }

    private final DedupOperator<K, V, R> operator;

    private DedupProcessor(DedupOperator<K, V, R> operator) {
        this.operator = operator;
    }

    @Override
    public void init(ProcessorContext<K, R> context) {
        super.init(context);
        operator.init(context);
    }

    @Override
    public void process(Record<K, V> record) {
        operator.process(
                record.key(),
                record.value(),
                record.timestamp(),
                value -> context().forward(record.withValue(value)));
    }

    @Override
    public void close() {
        operator.close();
    }
}
