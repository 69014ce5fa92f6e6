package dev.hapax.bench.flink;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.jspecify.annotations.Nullable;

/** Lets the first record of a key pass, and forgets the key after the time to live. */
final class FirstOnly extends RichFilterFunction<Tuple2<String, byte[]>> {

    private final Duration ttl;
    private transient @Nullable ValueState<Boolean> seen;

    FirstOnly(Duration ttl) {
        this.ttl = ttl;
    }

    @Override
    public void open(OpenContext context) {
        // By default, each access also looks at a few other entries and drops those over age.
        ValueStateDescriptor<Boolean> descriptor = new ValueStateDescriptor<>("seen", Types.BOOLEAN);
        descriptor.enableTimeToLive(StateTtlConfig.newBuilder(ttl).build());
        seen = getRuntimeContext().getState(descriptor);
    }

    @Override
    public boolean filter(Tuple2<String, byte[]> keyed) throws Exception {
        ValueState<Boolean> state = requireNonNull(seen);
        if (state.value() != null) {
            return false;
        }
        state.update(true);
        return true;
    }
}
