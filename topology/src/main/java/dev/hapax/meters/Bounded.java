package dev.hapax.meters;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Things by name, about so many at most; all other names share one. Names may come from classifiers, whose authors need not
 * know what a series costs.
 */
final class Bounded<T> {

    static final String OTHERS = "(others)";

    private static final int LONGEST_NAME = 100;

    private final int most;
    private final Function<String, T> make;
    private final ConcurrentMap<String, T> byName = new ConcurrentHashMap<>();

    Bounded(int most, Function<String, T> make) {
        this.most = most;
        this.make = make;
    }

    T get(String name) {
        T found = byName.get(name);
        return found == null ? admit(name) : found;
    }

    private T admit(String name) {
        boolean room = byName.size() < most && name.length() <= LONGEST_NAME;
        return byName.computeIfAbsent(room ? name : OTHERS, make);
    }

    void forEach(BiConsumer<String, T> each) {
        for (Map.Entry<String, T> entry : byName.entrySet()) {
            each.accept(entry.getKey(), entry.getValue());
        }
    }
}
