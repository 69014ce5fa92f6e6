package dev.hapax.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * Bars, as SVG that is readable on light and dark pages.
 *
 * @param file its name, without ending
 * @param unit what the bars count, and which end is the good one
 */
public record Chart(String file, String title, String unit, List<Bar> bars) {

    /**
     * One bar, with a whisker from the lowest to the highest.
     *
     * @param ours whether it is Hapax's own
     */
    public record Bar(String name, Spread value, boolean ours) {}

    private static final int WIDTH = 760;
    private static final double LETTER = 7.5;
    private static final int RIGHT = 100;
    private static final int TOP = 56;
    private static final int ROW = 30;
    private static final int THICK = 18;

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #1f2328 }
              .title { font-size: 16px; font-weight: 600 }
              .unit { fill: #59636e }
              .other { fill: #9aa7b5 }
              .ours { fill: #2f81f7 }
              .whisker { stroke: #1f2328; stroke-width: 1.5; fill: none }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .unit { fill: #9198a1 }
                .other { fill: #626c77 }
                .ours { fill: #4493f8 }
                .whisker { stroke: #e6edf3 }
              }
            </style>
            """;

    public String svg() {
        double most = bars.stream().mapToDouble(bar -> bar.value().max()).max().orElse(1);
        int left = 20
                + (int) (LETTER
                        * bars.stream()
                                .mapToInt(bar -> bar.name().length())
                                .max()
                                .orElse(0));
        double scale = (WIDTH - left - RIGHT) / (most > 0 ? most : 1);
        int height = TOP + ROW * bars.size() + 10;
        StringBuilder svg = new StringBuilder();
        svg.append(Svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH, height, Svg.escaped(title)));
        svg.append(STYLE);
        svg.append(Svg.format("<text class=\"title\" x=\"10\" y=\"22\">%s</text>%n", Svg.escaped(title)));
        svg.append(Svg.format("<text class=\"unit\" x=\"10\" y=\"42\">%s</text>%n", Svg.escaped(unit)));
        for (int i = 0; i < bars.size(); i++) {
            row(svg, bars.get(i), left, TOP + i * ROW, scale);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void row(StringBuilder svg, Bar bar, int left, int y, double scale) {
        Spread value = bar.value();
        int middle = y + THICK / 2;
        svg.append(Svg.format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                left - 8, middle + 5, Svg.escaped(bar.name())));
        svg.append(Svg.format(
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                bar.ours() ? "ours" : "other", left, y, value.median() * scale, THICK));
        if (value.max() > value.min()) {
            double from = left + value.min() * scale;
            double to = left + value.max() * scale;
            svg.append(Svg.format(
                    "<path class=\"whisker\" d=\"M%.1f %d H%.1f M%.1f %d v8 M%.1f %d v8\"/>%n",
                    from, middle, to, from, middle - 4, to, middle - 4));
        }
        svg.append(Svg.format(
                "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
                left + value.max() * scale + 8, middle + 5, Figures.text(value.median())));
    }

    /** What every drawing needs. */
    static final class Svg {

        private Svg() {}

        /** With a point in numbers, whatever the country. */
        static String format(String pattern, Object... arguments) {
            return String.format(Locale.ROOT, pattern, arguments);
        }

        static String escaped(String text) {
            return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        }
    }
}
