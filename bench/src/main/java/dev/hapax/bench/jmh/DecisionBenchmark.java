package dev.hapax.bench.jmh;

import dev.hapax.domain.Decision;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.RefusedException;
import dev.hapax.source.Source;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.SuppressionFormat;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Decisions and duplicates as they are written, and how a message comes to a decision. */
@State(Scope.Thread)
public class DecisionBenchmark {

    private final Source source = BenchMessages.source("json", "/id");
    private final Intake.Arrived[] arrived = BenchMessages.arrived(source, BenchMessages.json());
    private final Decision[] decisions = new Decision[BenchMessages.COUNT];
    private final Outcome.Suppressed[] suppressions = new Outcome.Suppressed[BenchMessages.COUNT];
    private int next;

    @Setup
    public void decide() throws RefusedException {
        for (int i = 0; i < BenchMessages.COUNT; i++) {
            decisions[i] = source.decide(arrived[i].arrival(), arrived[i].content());
            suppressions[i] = new Outcome.Suppressed(
                    Outcome.Suppressed.Kind.DUPLICATE,
                    arrived[i].arrival(),
                    GuardEntry.decided(arrived[i].arrival(), decisions[i].judgement()));
        }
    }

    @Benchmark
    public byte[] write() {
        return DecisionSerde.write(decisions[next++ % BenchMessages.COUNT]);
    }

    @Benchmark
    public byte[] writeDuplicate() {
        return SuppressionFormat.write(suppressions[next++ % BenchMessages.COUNT]);
    }

    /** From the bytes that arrived to the bytes of the decision, with the rules built in; all but the guard. */
    @Benchmark
    public byte[] wholeWay() throws RefusedException {
        Intake.Arrived read = (Intake.Arrived)
                source.read(arrived[next++ % BenchMessages.COUNT].arrival().message(), 0, 0);
        return DecisionSerde.write(source.decide(read.arrival(), read.content()));
    }
}
