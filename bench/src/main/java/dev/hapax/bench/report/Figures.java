package dev.hapax.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalLong;

/** Numbers with as many digits as a measurement justifies. */
public final class Figures {

    private static final MathContext JSON = new MathContext(5);

    private Figures() {}

    /** 61,234 · 412 · 12.3 · 1.83 · 0.05 */
    public static String text(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    public static String text(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    public static String mebibytes(OptionalLong bytes) {
        return bytes.isPresent() ? text(bytes.getAsLong() >> 20) + " MiB" : "";
    }

    /** Five digits that count; more would be noise. */
    public static Number rounded(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a figure: " + value);
        }
        BigDecimal rounded = new BigDecimal(value).round(JSON);
        return rounded.scale() <= 0 ? (Number) rounded.longValue() : (Number) rounded.doubleValue();
    }
}
