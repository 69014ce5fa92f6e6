package dev.hapax.dedup;

import dev.hapax.guard.GuardFactory;
import java.util.Set;
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
record DedupPlan<K, V>(
        ArrivalReader<K, V> reader,
        @Nullable KeyValueMapper<K, V, String> outcome,
        GuardFactory guards,
        StoreBuilder<StateStore> store,
        long ttl) {

    Set<StoreBuilder<?>> stores() {
        return Set.of(store);
    }
}
