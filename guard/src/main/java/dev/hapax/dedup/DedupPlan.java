package dev.hapax.dedup;

import dev.hapax.guard.GuardFactory;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.kstream.KeyValueMapper;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one operator share.
 *
 * @param store the same object each time it is asked for, as Kafka Streams expects
 * @param ttl in milliseconds
 */
record DedupPlan<K, V, R>(
        ArrivalReader<K, V> reader,
        @Nullable KeyValueMapper<K, V, String> outcome,
        GuardFactory guards,
        StoreBuilder<StateStore> store,
        long ttl,
        Supplier<Forwarding<V, R>> forwardings) {

    Set<StoreBuilder<?>> stores() {
        return Set.of(store);
    }

    DedupOperator<K, V, R> operator() {
        return new DedupOperator<>(this);
    }
}
