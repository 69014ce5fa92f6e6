package dev.hapax.app;

import dev.hapax.app.Terminal.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Text in columns as wide as they need to be, two spaces between; numbers to the right.
 *
 * <p>A table that is wider than the terminal first loses the columns with nothing in them, then shortens the columns that may be
 * shortened. If it is still too wide, each row becomes a block of lines, since identifiers have to stay whole.
 */
public final class Columns {

    private static final String GAP = "  ";
    private static final int NARROWEST = 8;
    private static final Set<String> NOTHING = Set.of("", "0", "-");

    /** A cell with a colour of its own. */
    public record Cell(String text, Colour colour) {}

    private final Terminal terminal;
    private final boolean headed;
    private final List<Cell[]> rows = new ArrayList<>();
    private final Set<String> prose = new HashSet<>();

    /** Without a heading. */
    public Columns(Terminal terminal) {
        this(terminal, false);
    }

    private Columns(Terminal terminal, boolean headed) {
        this.terminal = terminal;
        this.headed = headed;
    }

    public static Columns headed(Terminal terminal, String... headings) {
        Columns columns = new Columns(terminal, true);
        columns.rows.add(Arrays.stream(headings)
                .map(heading -> new Cell(heading, Colour.HEADING))
                .toArray(Cell[]::new));
        return columns;
    }

    /** The columns with these headings may be shortened: nobody copies their text into another command. */
    public Columns shortening(String... headings) {
        prose.addAll(List.of(headings));
        return this;
    }

    public Columns row(Object... cells) {
        rows.add(Arrays.stream(cells).map(Columns::cell).toArray(Cell[]::new));
        return this;
    }

    private static Cell cell(Object value) {
        if (value instanceof Cell cell) {
            return cell;
        }
        return new Cell(
                value instanceof Long number ? String.format("%,d", number) : String.valueOf(value), Colour.PLAIN);
    }

    public List<String> lines() {
        int count = rows.stream().mapToInt(row -> row.length).max().orElse(0);
        int[] widths = IntStream.range(0, count).map(this::width).toArray();
        if (headed && rows.size() > 1 && !fits(widths)) {
            dropEmpty(widths);
            shorten(widths);
            if (!fits(widths)) {
                return blocks();
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private boolean fits(int[] widths) {
        return total(widths) <= terminal.width();
    }

    /** A width of 0 is a column that is not shown. */
    private static int total(int[] widths) {
        int shown = (int) Arrays.stream(widths).filter(width -> width > 0).count();
        return Arrays.stream(widths).sum() + GAP.length() * Math.max(0, shown - 1);
    }

    private void dropEmpty(int[] widths) {
        // The first column names the row.
        for (int i = 1; i < widths.length && !fits(widths); i++) {
            int column = i;
            if (rows.stream().skip(1).allMatch(row -> NOTHING.contains(row[column].text()))) {
                widths[i] = 0;
            }
        }
    }

    /** The widest first. */
    private void shorten(int[] widths) {
        while (!fits(widths)) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean may = prose.contains(rows.get(0)[i].text()) && widths[i] > NARROWEST;
                if (may && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private String line(Cell[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        int blank = 0;
        for (int i = 0; i < row.length; i++) {
            if (headed && widths[i] == 0) {
                continue;
            }
            String text = Terminal.shortened(row[i].text(), widths[i]);
            int pad = widths[i] - text.length();
            boolean number = isNumber(i);
            line.append(" ".repeat(blank + (number ? pad : 0)));
            line.append(terminal.paint(row[i].colour(), text));
            blank = (number ? 0 : pad) + GAP.length();
        }
        return line.toString().stripTrailing();
    }

    /** Each row as "heading  value" lines. */
    private List<String> blocks() {
        Cell[] headings = rows.get(0);
        int width = Arrays.stream(headings)
                .mapToInt(heading -> heading.text().length())
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Cell[] row : rows.subList(1, rows.size())) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            for (int i = 0; i < row.length; i++) {
                if (i == 0 || !NOTHING.contains(row[i].text())) {
                    String heading = headings[i].text();
                    String pad = " ".repeat(width - heading.length()) + GAP;
                    String text = prose.contains(heading)
                            ? Terminal.shortened(row[i].text(), Math.max(NARROWEST, terminal.width() - width - 2))
                            : row[i].text();
                    lines.add(terminal.paint(Colour.HEADING, heading) + pad + terminal.paint(row[i].colour(), text));
                }
            }
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.length > column)
                .mapToInt(row -> row[column].text().length())
                .max()
                .orElse(0);
    }

    /** The last row is one of data: the first may be the heading. */
    private boolean isNumber(int column) {
        Cell[] last = rows.get(rows.size() - 1);
        return column < last.length && last[column].text().matches("[\\d,]+( %)?");
    }
}
