package dev.hapax.bench;

import dev.hapax.bench.report.Spread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The runs of everyone who is measured, and what went wrong.
 *
 * @param <K> who, or under which conditions
 * @param <T> what one run found
 */
final class Runs<K, T> {

    private final Map<K, List<T>> runs = new LinkedHashMap<>();
    private final Set<K> excluded = new HashSet<>();
    private final List<String> failures = new ArrayList<>();

    void add(K who, T run) {
        runs.computeIfAbsent(who, ignored -> new ArrayList<>()).add(run);
    }

    void fail(String name, RuntimeException why) {
        failures.add(name + " failed: " + why.getMessage());
    }

    /** Drops all its runs: with one run less it can't be compared with the others round by round. */
    void exclude(K who) {
        excluded.add(who);
        runs.remove(who);
    }

    boolean isExcluded(K who) {
        return excluded.contains(who);
    }

    List<String> failures() {
        return failures;
    }

    /** Everyone with at least one run, in the order of the first one. */
    Set<K> measured() {
        return runs.keySet();
    }

    List<T> of(K who) {
        return Objects.requireNonNull(runs.get(who));
    }

    T latest(K who) {
        return of(who).get(of(who).size() - 1);
    }

    Spread spread(K who, ToDoubleFunction<T> figure) {
        return Spread.of(of(who).stream().map(figure::applyAsDouble).toList());
    }

    /**
     * The median ratio of a figure to that of another. It is formed round by round, so that a load on the machine affects both
     * sides alike.
     */
    OptionalDouble ratio(K who, K base, ToDoubleFunction<T> figure) {
        if (!runs.containsKey(who) || !runs.containsKey(base)) {
            return OptionalDouble.empty();
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < Math.min(of(who).size(), of(base).size()); round++) {
            ratios.add(figure.applyAsDouble(of(who).get(round)) / figure.applyAsDouble(of(base).get(round)));
        }
        return OptionalDouble.of(Spread.of(ratios).median());
    }
}
