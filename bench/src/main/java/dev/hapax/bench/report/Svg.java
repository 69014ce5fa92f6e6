package dev.hapax.bench.report;

import java.util.Locale;

/** What every drawing needs. */
final class Svg {

    private Svg() {}

    /** With a point in numbers, whatever the country. */
    static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
