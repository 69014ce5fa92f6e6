package dev.hapax.instance;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;

/** Has every meter say what it is; some of Kafka's do not. */
final class Described implements MeterFilter {

    @Override
    public Meter.Id map(Meter.Id id) {
        String description = id.getDescription();
        return description == null || description.isBlank()
                ? new Meter.Id(
                        id.getName(),
                        Tags.of(id.getTagsAsIterable()),
                        id.getBaseUnit(),
                        "Not described by those who measure it",
                        id.getType())
                : id;
    }
}
