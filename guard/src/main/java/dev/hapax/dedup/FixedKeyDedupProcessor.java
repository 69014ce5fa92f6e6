package dev.hapax.dedup;

import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.StoreBuilder;

/** The operator as {@code KStream.processValues} takes it. */
final class FixedKeyDedupProcessor<K, V, R> extends ContextualFixedKeyProcessor<K, V, R> {

    record Supplier<K, V, R>(DedupPlan<K, V, R> plan) implements FixedKeyProcessorSupplier<K, V, R> {

        @Override
        public FixedKeyProcessor<K, V, R> get() {
            return new FixedKeyDedupProcessor<>(plan.operator());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return plan.stores();
        }
    }

    private final DedupOperator<K, V, R> operator;

    private FixedKeyDedupProcessor(DedupOperator<K, V, R> operator) {
        this.operator = operator;
    }

    @Override
    public void init(FixedKeyProcessorContext<K, R> context) {
        super.init(context);
        operator.init(context);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
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
