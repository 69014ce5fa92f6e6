package dev.hapax.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The median, the lowest and the highest of several measurements. */
public record Spread(double median, double min, double max) {

    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** For JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("median", Figures.rounded(median));
        fields.put("min", Figures.rounded(min));
        fields.put("max", Figures.rounded(max));
        return fields;
    }

    /** For a table: the middle, and the ends where they differ from it. */
    public String text() {
        String middle = Figures.text(median);
        String lowest = Figures.text(min);
        String highest = Figures.text(max);
        return lowest.equals(highest) ? middle : middle + " (" + lowest + "–" + highest + ")";
    }
}
