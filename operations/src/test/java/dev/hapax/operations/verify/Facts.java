package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Verification.Count;
import dev.hapax.operations.verify.Verification.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Facts in the making, and what the checks say of them; every message is of one partition unless told otherwise. */
final class Facts {

    static final int TOPIC = 0;
    static final int REPLAYS = 1;
    static final long DECIDED = 42;
    static final long NOW = 1_000_000;

    private final List<Fact> facts = new ArrayList<>();
    private final Results results = new Results();
    private long written;

    /** A message that is decided today as {@link #DECIDED}. */
    Facts input(long offset) {
        return add(Kind.INPUT, offset, 0, 0, DECIDED);
    }

    Facts replay(long offset, int generation, int flags) {
        return add(Kind.REPLAY, offset, generation, flags, DECIDED);
    }

    Facts decision(long offset) {
        return decision(offset, 0, 0);
    }

    Facts decision(long offset, int generation, int flags) {
        return add(Kind.DECISION, offset, generation, Fact.SAME_RULES | flags, DECIDED);
    }

    Facts output(Kind kind, long offset) {
        return add(kind, offset, 0, 0, 0);
    }

    Facts add(Kind kind, long offset, int generation, int flags, long digest) {
        return add(kind, offset, generation, flags, digest, NOW);
    }

    Facts add(Kind kind, long offset, int generation, int flags, long digest, long time) {
        facts.add(new Fact(
                kind,
                new RecordPosition(TOPIC, 0, offset),
                generation,
                flags,
                digest,
                new PackedPosition(0, written++),
                time));
        return this;
    }

    Facts check() {
        return check(Retention.NONE);
    }

    Facts check(Retention retention) {
        AccountingCheck checker = new AccountingCheck(REPLAYS, retention, results);
        facts.stream()
                .sorted(Comparator.<Fact>comparingLong(fact -> fact.about().offset())
                        .thenComparingInt(Fact::generation)
                        .thenComparing(Fact::kind))
                .forEach(checker::accept);
        checker.end();
        return this;
    }

    /** What is wrong, each as the fault and the offset of the message. */
    List<String> faults() {
        return faults(finding -> true);
    }

    List<String> faults(Predicate<Finding> wanted) {
        return results.findings().stream()
                .filter(wanted)
                .map(finding -> finding.fault() + "@" + finding.about().offset()
                        + (finding.generation() == 0 ? "" : "/" + finding.generation()))
                .toList();
    }

    Count messages() {
        return results.of(RecordPosition.partitionKey(TOPIC, 0));
    }

    Count replays() {
        return results.of(RecordPosition.partitionKey(REPLAYS, 0));
    }

    Totals totals() {
        return results.totals();
    }
}
