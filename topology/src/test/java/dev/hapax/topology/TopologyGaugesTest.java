package dev.hapax.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardQueries;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be seen of the room the guard has. */
class TopologyGaugesTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopologyGauges watch = new TopologyGauges(new Meters(registry), new GuardQueries());

    @TempDir
    private Path folder;

    @Test
    void shouldShowTheBoundOfTheFiltersAndTheDiskOfTheState() {
        watch.register(new FilterMemory(1_000), folder);

        assertThat(value(Meter.GUARD_FILTER_BOUND)).isEqualTo(1_000);
        assertThat(value(Meter.GUARD_FILTERS)).isZero();
        assertThat(value(Meter.GUARD_UNFILTERED)).isZero();
        assertThat(value(Meter.STATE_DISK_FREE)).isPositive().isLessThanOrEqualTo(value(Meter.STATE_DISK_SIZE));
    }

    @Test
    void shouldShowNoDiskWhereThereIsNoFolderYet() {
        watch.register(new FilterMemory(1_000), folder.resolve("not made yet"));

        assertThat(value(Meter.STATE_DISK_SIZE)).isZero();
        assertThat(value(Meter.STATE_DISK_FREE)).isZero();
    }

    @Test
    void shouldShowNothingBehindWithoutTasks() {
        watch.register(new FilterMemory(1_000), folder);

        assertThat(value(Meter.GUARD_EXPIRED)).isZero();
        assertThat(value(Meter.GUARD_EVICTION_LAG)).isZero();
    }

    private double value(Meter gauge) {
        return registry.get(gauge.id()).gauge().value();
    }
}
