package dev.hapax.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** The meters of an instance, kept in a registry. */
public final class Meters {

    private final MeterRegistry registry;

    public Meters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Meters that nobody reads. */
    public static Meters unread() {
        return new Meters(new SimpleMeterRegistry());
    }

    public MeterRegistry registry() {
        return registry;
    }
}
