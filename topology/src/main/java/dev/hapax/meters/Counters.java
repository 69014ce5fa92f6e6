package dev.hapax.meters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one meter: by name, the value of its first tag, and by kind, that of its second. They are plain adders which
 * the registry reads when it is asked: counting costs little more than an addition, and can be read back as it was counted.
 */
final class Counters<K> {

    private final MeterRegistry registry;
    private final Meter meter;
    private final Map<K, String> kinds;
    private final Bounded<Map<K, LongAdder>> byName;

    /**
     * @param most how many names
     * @param kinds all values of the second tag
     */
    Counters(MeterRegistry registry, Meter meter, int most, Map<K, String> kinds) {
        this.registry = registry;
        this.meter = meter;
        this.kinds = kinds;
        this.byName = new Bounded<>(most, this::register);
    }

    LongAdder of(String name, K kind) {
        return Objects.requireNonNull(byName.get(name).get(kind));
    }

    /** How the counters stand. */
    Map<String, Map<K, Long>> sums() {
        Map<String, Map<K, Long>> sums = new TreeMap<>();
        byName.forEach((name, adders) -> {
            Map<K, Long> byKind = new HashMap<>();
            adders.forEach((kind, adder) -> byKind.put(kind, adder.sum()));
            sums.put(name, byKind);
        });
        return sums;
    }

    /** How they stand by name, all kinds together. */
    Map<String, Long> totals() {
        Map<String, Long> totals = new TreeMap<>();
        byName.forEach((name, adders) -> {
            long total = 0;
            for (LongAdder adder : adders.values()) {
                total += adder.sum();
            }
            totals.put(name, total);
        });
        return totals;
    }

    private Map<K, LongAdder> register(String name) {
        Map<K, LongAdder> adders = new HashMap<>();
        kinds.forEach((kind, word) -> {
            LongAdder adder = new LongAdder();
            FunctionCounter.builder(meter.id(), adder, LongAdder::doubleValue)
                    .tags(tags(name, word))
                    .description(meter.help())
                    .baseUnit(meter.unit())
                    .register(registry);
            adders.put(kind, adder);
        });
        return adders;
    }

    private Tags tags(String name, String word) {
        List<String> names = meter.tags();
        Tags tags = names.isEmpty() ? Tags.empty() : Tags.of(names.get(0), name);
        return names.size() < 2 ? tags : tags.and(names.get(1), word);
    }
}
