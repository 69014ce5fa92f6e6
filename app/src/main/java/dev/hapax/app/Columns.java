package dev.hapax.app;

import java.util.ArrayList;
import java.util.List;

/** Text in columns as wide as they need to be, two spaces between; numbers to the right. */
public final class Columns {

    private final List<String[]> rows = new ArrayList<>();

    public Columns row(Object... cells) {
        String[] texts = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            texts[i] = cells[i] instanceof Long number ? String.format("%,d", number) : String.valueOf(cells[i]);
        }
        rows.add(texts);
        return this;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String pad = " ".repeat(width(i) - row[i].length());
                line.append(isNumber(i) ? pad + row[i] : row[i] + pad).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.length > column)
                .mapToInt(row -> row[column].length())
                .max()
                .orElse(0);
    }

    /** The last row is one of data: the first may be the heading. */
    private boolean isNumber(int column) {
        String[] last = rows.get(rows.size() - 1);
        return column < last.length && last[column].matches("[\\d,]+( %)?");
    }
}
