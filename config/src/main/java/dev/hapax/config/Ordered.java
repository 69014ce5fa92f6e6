package dev.hapax.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable maps that keep the order of the file, so that what is printed looks like what was written. */
final class Ordered {

    private Ordered() {}

    static <V> Map<String, V> copyOf(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
