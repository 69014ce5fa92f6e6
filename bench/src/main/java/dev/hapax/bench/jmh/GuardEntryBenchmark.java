package dev.hapax.bench.jmh;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.wire.GuardEntryFormat;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Entries of the guard, to bytes and back. */
@State(Scope.Thread)
public class GuardEntryBenchmark {

    private static final Judgement JUDGEMENT = new Judgement("billing-failure", true, 90, "Payment failed", "billing");

    private final GuardEntry[] entries = entries();
    private final byte[][] written =
            Arrays.stream(entries).map(GuardEntryFormat::write).toArray(byte[][]::new);
    private int next;

    @Benchmark
    public byte[] write() {
        return GuardEntryFormat.write(entries[next++ % BenchMessages.COUNT]);
    }

    @Benchmark
    public GuardEntry read() {
        return GuardEntryFormat.read(written[next++ % BenchMessages.COUNT]);
    }

    private static GuardEntry[] entries() {
        Arrival[] arrivals = BenchMessages.arrivals(BenchMessages.source("json", "/id"), BenchMessages.json());
        return Arrays.stream(arrivals)
                .map(arrival -> GuardEntry.decided(arrival, JUDGEMENT))
                .toArray(GuardEntry[]::new);
    }
}
