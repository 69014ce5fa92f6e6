package dev.hapax.dedup;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/** The operator in one task, from its start to its end. Kafka Streams has two interfaces for it; both do the same. */
final class DedupOperator<K, V, R> {

    private final DedupPlan<K, V, R> plan;
    private final Forwarding<V, R> forwarding;
    private @Nullable DedupTask<K, V> task;

    DedupOperator(DedupPlan<K, V, R> plan) {
        this.plan = plan;
        this.forwarding = plan.forwardings().get();
    }

    void init(ProcessingContext context) {
        task = DedupTask.open(plan, context);
    }

    void process(K key, V value, long timestamp, Consumer<? super R> next) {
        forwarding.forward(requireNonNull(task).judge(key, value, timestamp), next);
    }

    void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }
}
