package dev.hapax.topology;

import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.GuardStats;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import java.io.File;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/** Gauges of a running topology. */
public record TopologyGauges(Meters meters, GuardQueries guard) {

    /** Adds gauges for the guards and for the disk they are on. */
    void register(FilterMemory filters, Path stateDir) {
        meters.read(Meter.GUARD_ENTRIES, () -> sum(GuardStats::entries));
        meters.read(Meter.GUARD_BYTES, () -> sum(GuardStats::bytes));
        meters.read(Meter.GUARD_FILTERS, filters::used);
        meters.read(Meter.GUARD_FILTER_BOUND, filters::bound);
        meters.read(Meter.GUARD_UNFILTERED, filters::unfiltered);
        meters.read(Meter.GUARD_EXPIRED, () -> sum(GuardStats::expired));
        meters.read(Meter.GUARD_EVICTION_LAG, () -> evictionLag() / 1_000.0);
        // Both are 0 as long as there is no such folder.
        File disk = stateDir.toFile();
        meters.read(Meter.STATE_DISK_SIZE, disk::getTotalSpace);
        meters.read(Meter.STATE_DISK_FREE, disk::getUsableSpace);
    }

    private long evictionLag() {
        return guard.facts().stream().mapToLong(GuardStats::evictionLag).max().orElse(0);
    }

    private long sum(ToLongFunction<GuardStats> fact) {
        return guard.facts().stream().mapToLong(fact).sum();
    }
}
