package dev.hapax.guard;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** Tells Kafka Streams of the guard's store. It is always logged and never cached: it does both by itself. */
record GuardStoreBuilder(GuardFactory guards) implements StoreBuilder<StateStore> {

    @Override
    public StateStore build() {
        return new GuardStateStore(guards);
    }

    @Override
    public String name() {
        return guards.storeName();
    }

    @Override
    public Map<String, String> logConfig() {
        return guards.changelogConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return true;
    }

    @Override
    public StoreBuilder<StateStore> withCachingEnabled() {
        throw fixed();
    }

    @Override
    public StoreBuilder<StateStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
        throw fixed();
    }

    @Override
    public StoreBuilder<StateStore> withLoggingDisabled() {
        throw fixed();
    }

    private static UnsupportedOperationException fixed() {
        return new UnsupportedOperationException(
                "the guard's store is always logged as it says itself, and never cached");
    }
}
