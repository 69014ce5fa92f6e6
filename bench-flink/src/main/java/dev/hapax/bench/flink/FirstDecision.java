package dev.hapax.bench.flink;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.java.tuple.Tuple7;
import org.jspecify.annotations.Nullable;

/** Lets the first message of an identity pass, and remembers its fingerprint for the time to live. */
final class FirstDecision extends RichFilterFunction<Tuple7<String, byte[], byte[], String, Integer, Long, Long>> {

    private final Duration ttl;
    private transient @Nullable ValueState<byte[]> fingerprints;

    FirstDecision(Duration ttl) {
        this.ttl = ttl;
    }

    @Override
    public void open(OpenContext context) {
        ValueStateDescriptor<byte[]> descriptor =
                new ValueStateDescriptor<>("fingerprint", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
        descriptor.enableTimeToLive(StateTtlConfig.newBuilder(ttl).build());
        fingerprints = getRuntimeContext().getState(descriptor);
    }

    @Override
    public boolean filter(Tuple7<String, byte[], byte[], String, Integer, Long, Long> decided) throws Exception {
        ValueState<byte[]> state = requireNonNull(fingerprints);
        byte[] first = state.value();
        if (first == null) {
            state.update(decided.f1);
            return true;
        }
        if (!Arrays.equals(first, decided.f1)) {
            throw new IllegalStateException(decided.f0 + " has two contents, but the bench sends no conflicts");
        }
        return false;
    }
}
