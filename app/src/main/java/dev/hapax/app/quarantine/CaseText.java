package dev.hapax.app.quarantine;

import dev.hapax.app.Columns;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Lists of cases as people read them. */
final class CaseText {

    private static final int LONGEST_TEXT = 100;

    private CaseText() {}

    static List<String> table(List<Case> cases, Instant now) {
        Columns columns = new Columns().row("case", "age", "reason", "state", "owner", "why");
        for (Case found : cases) {
            String owner = found.owner();
            columns.row(
                    found.summary().id(),
                    age(Duration.between(found.summary().at(), now)),
                    found.summary().reason(),
                    found.state().code(),
                    owner == null ? "" : owner,
                    cut(found.summary().explanation()));
        }
        return columns.lines();
    }

    static List<String> groups(List<CaseGroup> groups) {
        Columns columns = new Columns().row("cases", "reason", "example", "why");
        for (CaseGroup group : groups) {
            columns.row(
                    group.count(),
                    group.reason(),
                    group.example().id(),
                    cut(group.example().explanation()));
        }
        return columns.lines();
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
}
