package dev.hapax.operations.delivery;

import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads addresses from a text, one a line or from the column {@code address} of a CSV, and hands each on as it is read. Lines that
 * are no addresses are reported, and the others count. Lines are bounded, so that no file fills the heap.
 */
public final class SuppressionImport {

    private static final int LONGEST_LINE = 16 * 1024;
    private static final int MOST_REPORTED = 100;
    private static final String COLUMN = "address";

    private final Consumer<String> sink;
    private final List<BadLine> badLines = new ArrayList<>();
    private long read;
    private long added;
    private long bad;
    /** The column of a CSV; -1 if each line is an address. */
    private int column = -1;

    /** @param sink takes normalised addresses */
    public SuppressionImport(Consumer<String> sink) {
        this.sink = sink;
    }

    /** A line that is no address, and why. */
    public record BadLine(long line, String why) {}

    /**
     * @param read lines, without empty ones and comments
     * @param bad lines that are no addresses
     * @param badLines the first hundred of them
     */
    public record Result(long read, long added, long bad, List<BadLine> badLines) {}

    /** The state so far, for when it is broken off. */
    public Result result() {
        return new Result(read, added, bad, List.copyOf(badLines));
    }

    public Result read(BufferedReader text, Progress progress) throws IOException {
        long line = 0;
        boolean first = true;
        while (true) {
            StringBuilder content = new StringBuilder();
            int end = line(text, content);
            if (end < 0 && content.length() == 0) {
                return result();
            }
            line++;
            String shown = content.toString();
            if (line == 1 && shown.startsWith("\ufeff")) {
                shown = shown.substring(1);
            }
            if (!shown.isBlank() && !shown.startsWith("#")) {
                if (!(first && isHeading(shown))) {
                    take(line, shown, content.length() > LONGEST_LINE);
                }
                first = false;
            }
            progress.at("importing addresses", added, 0);
        }
    }

    private boolean isHeading(String line) {
        List<String> cells = cells(line);
        for (int i = 0; cells != null && i < cells.size(); i++) {
            if (cells.get(i).strip().equalsIgnoreCase(COLUMN)) {
                column = i;
                return true;
            }
        }
        return false;
    }

    private void take(long line, String content, boolean tooLong) {
        read++;
        try {
            if (tooLong) {
                throw new IllegalArgumentException("the line has more than " + LONGEST_LINE + " characters");
            }
            String address = Suppressions.checked(column < 0 ? content : cell(content));
            sink.accept(address);
            added++;
        } catch (IllegalArgumentException e) {
            bad++;
            if (badLines.size() < MOST_REPORTED) {
                badLines.add(new BadLine(line, String.valueOf(e.getMessage())));
            }
        }
    }

    private String cell(String line) {
        List<String> cells = cells(line);
        if (cells == null) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        if (cells.size() <= column) {
            throw new IllegalArgumentException("there is no column " + (column + 1));
        }
        return cells.get(column);
    }

    /** Null if a quote is not closed. */
    private static @Nullable List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return quoted ? null : cells;
    }

    /** One line, of which no more than needed is kept; -1 at the end of the text. */
    private static int line(BufferedReader text, StringBuilder content) throws IOException {
        while (true) {
            int c = text.read();
            if (c < 0 || c == '\n') {
                return c;
            }
            if (c != '\r' && content.length() <= LONGEST_LINE) {
                content.append((char) c);
            }
        }
    }
}
