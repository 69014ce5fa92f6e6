package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Lists of cases as people read them. */
final class CaseText {

    private static final int LONGEST_TEXT = 100;

    private CaseText() {}

    static String table(List<Case> cases, Instant now) {
        List<List<String>> rows = new ArrayList<>();
        if (!cases.isEmpty()) {
            rows.add(List.of("CASE", "AGE", "REASON", "STATE", "OWNER", "WHY"));
        }
        for (Case found : cases) {
            String owner = found.owner();
            rows.add(List.of(
                    found.summary().id().toString(),
                    age(Duration.between(found.summary().at(), now)),
                    found.summary().reason(),
                    found.state().code(),
                    owner == null ? "" : owner,
                    cut(found.summary().explanation())));
        }
        return aligned(rows);
    }

    static String groups(List<CaseGroup> groups) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("REASON", "CASES", "EXAMPLE", "WHY"));
        for (CaseGroup group : groups) {
            rows.add(List.of(
                    group.reason(),
                    Long.toString(group.count()),
                    group.example().id().toString(),
                    cut(group.example().explanation())));
        }
        return aligned(rows);
    }

    static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        if (seconds < 7_200) {
            return seconds / 60 + "m";
        }
        return seconds < 172_800 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
    }

    /** On one line, and nothing that could move the cursor. */
    static String cut(String text) {
        String line = text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "·");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT - 1) + "…";
    }

    private static String aligned(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        if (rows.isEmpty()) {
            return "";
        }
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                line.append(row.get(c)).append(" ".repeat(widths[c] - row.get(c).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
