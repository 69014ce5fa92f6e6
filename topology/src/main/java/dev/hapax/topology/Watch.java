package dev.hapax.topology;

import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardDesk;
import dev.hapax.guard.GuardFacts;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import java.util.function.ToLongFunction;

/** Where a running topology can be seen from outside. */
public record Watch(Meters meters, GuardDesk guard) {

    /** Has the meters show how the guards stand. */
    void read(FilterMemory filters) {
        meters.read(Meter.GUARD_ENTRIES, () -> sum(GuardFacts::entries));
        meters.read(Meter.GUARD_BYTES, () -> sum(GuardFacts::bytes));
        meters.read(Meter.GUARD_FILTERS, filters::used);
    }

    private long sum(ToLongFunction<GuardFacts> fact) {
        return guard.facts().stream().mapToLong(fact).sum();
    }
}
