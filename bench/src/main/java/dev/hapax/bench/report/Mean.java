package dev.hapax.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The mean of a figure that was measured many times, with its 95 % confidence interval. For differences that are smaller than the
 * differences between two measurements.
 */
public record Mean(double value, double low, double high) {

    /** With fewer values, the spread can't be estimated. */
    private static final int FEWEST = 5;

    private static final double NORMAL = 1.96;

    /** The range is infinite if there are too few values to estimate it. */
    public static Mean of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        int n = values.size();
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / n;
        if (n < FEWEST) {
            return new Mean(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double off = quantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
        return new Mean(mean, mean - off, mean + off);
    }

    /** Of Student's distribution, two-sided; the first terms of its expansion, good to some thousandths. */
    private static double quantile(int freedom) {
        double square = NORMAL * NORMAL;
        double first = NORMAL * (square + 1) / 4;
        double second = NORMAL * (5 * square * square + 16 * square + 3) / 96;
        double third = NORMAL * (3 * square * square * square + 19 * square * square + 17 * square - 15) / 384;
        return NORMAL + first / freedom + second / Math.pow(freedom, 2) + third / Math.pow(freedom, 3);
    }

    /** For JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mean", Figures.rounded(value));
        if (Double.isFinite(low)) {
            fields.put("low", Figures.rounded(low));
            fields.put("high", Figures.rounded(high));
        }
        return fields;
    }

    public String text() {
        return Figures.text(value)
                + (Double.isFinite(low)
                        ? " (" + Figures.text(low) + "–" + Figures.text(high) + ")"
                        : " (too few rounds)");
    }
}
