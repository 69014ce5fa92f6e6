package dev.hapax.app.quarantine;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseCount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Lists of cases as text. */
final class CaseText {

    private CaseText() {}

    static List<String> table(List<Case> cases, Instant now, Terminal terminal) {
        Columns columns = Columns.headed(terminal, "case", "age", "code", "state", "owner", "why")
                .shortening("owner", "why");
        for (Case found : cases) {
            String owner = found.owner();
            columns.row(
                    found.summary().id(),
                    age(Duration.between(found.summary().at(), now)),
                    found.summary().reason(),
                    new Columns.Cell(found.state().code(), colour(found.state())),
                    owner == null ? "" : line(owner),
                    line(found.summary().explanation()));
        }
        return columns.lines();
    }

    static List<String> groups(List<CaseCount.Group> groups, Terminal terminal) {
        Columns columns =
                Columns.headed(terminal, "cases", "code", "example", "why").shortening("why");
        for (CaseCount.Group group : groups) {
            columns.row(
                    group.count(),
                    group.reason(),
                    group.example().id(),
                    line(group.example().explanation()));
        }
        return columns.lines();
    }

    static Colour colour(Case.State state) {
        return switch (state) {
            case OPEN, ASSIGNED -> Colour.ATTENTION;
            case PARKED -> Colour.BAD;
            case REPLAYED -> Colour.GOOD;
            case DROPPED -> Colour.PLAIN;
        };
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
    static String line(String text) {
        return text.strip().replaceAll("\\R", " ").replaceAll("\\p{Cntrl}", "·");
    }
}
