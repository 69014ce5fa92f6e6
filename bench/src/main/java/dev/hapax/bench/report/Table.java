package dev.hapax.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Text in columns: the first to the left, figures to the right. A column without any figure is left out. */
public final class Table {

    private static final String NOTHING = "-";
    private static final String GAP = "  ";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... header) {
        this.header = List.of(header);
    }

    /**
     * @param cells as many as there are columns; empty for what there is not
     */
    public void row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    public List<String> lines() {
        List<Integer> shown = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            int each = column;
            if (rows.stream().anyMatch(row -> !row.get(each).isEmpty())) {
                shown.add(column);
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(header, shown));
        rows.forEach(row -> lines.add(line(row, shown)));
        return lines;
    }

    private String line(List<String> cells, List<Integer> shown) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = cells.get(column).isEmpty() ? NOTHING : cells.get(column);
            String padding = " ".repeat(width(column) - cell.length());
            line.append(column == 0 ? cell + padding : GAP + padding + cell);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = header.get(column).length();
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }
}
