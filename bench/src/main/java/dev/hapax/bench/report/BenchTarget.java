package dev.hapax.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** A limit for a figure, and the measured value. */
public record BenchTarget(String name, Bound bound, double limit, double measured) {

    /** Which side of the limit is the good one. */
    public enum Bound {
        AT_MOST("at most"),
        AT_LEAST("at least");

        private final String words;

        Bound(String words) {
            this.words = words;
        }
    }

    public static BenchTarget atMost(double limit, String name, double measured) {
        return new BenchTarget(name, Bound.AT_MOST, limit, measured);
    }

    public static BenchTarget atLeast(double limit, String name, double measured) {
        return new BenchTarget(name, Bound.AT_LEAST, limit, measured);
    }

    public boolean met() {
        return bound == Bound.AT_MOST ? measured <= limit : measured >= limit;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("bound", bound.words);
        fields.put("limit", limit);
        fields.put("measured", Figures.rounded(measured));
        fields.put("met", met());
        return fields;
    }

    String[] cells() {
        return new String[] {
            name, bound.words + " " + Figures.text(limit), Figures.text(measured), met() ? "met" : "NOT MET"
        };
    }
}
