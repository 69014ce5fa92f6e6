package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.Forecast.Part;
import dev.hapax.operations.replay.Forecast.Tally;
import java.util.ArrayList;
import java.util.List;

/** The result of a dry run as text. */
final class ForecastText {

    private ForecastText() {}

    static List<String> lines(Forecast forecast, boolean silent, Terminal terminal) {
        List<String> lines = new ArrayList<>();
        lines.add("Dry run: " + forecast.stretch().topic() + ", read as source " + forecast.source());
        lines.add("");
        Columns parts = Columns.headed(terminal, "partition", "from", "to", "messages", "oldest", "newest")
                .shortening("oldest", "newest");
        for (Part part : forecast.parts()) {
            parts.row(
                    (long) part.partition(),
                    part.range().from(),
                    part.range().to(),
                    part.messages(),
                    part.oldest() == null ? "-" : part.oldest(),
                    part.newest() == null ? "-" : part.newest());
        }
        lines.addAll(parts.lines());
        section(lines, "messages", outcomes(forecast, silent, terminal));
        if (!forecast.decisions().isEmpty()) {
            section(lines, "decisions, by " + forecast.classifier(), decisions(forecast, terminal));
        }
        section(lines, "what the guard knows about their identities now", memories(forecast, terminal));
        return lines;
    }

    private static void section(List<String> lines, String title, Columns columns) {
        lines.add("");
        lines.add(title);
        columns.lines().forEach(line -> lines.add("  " + line));
    }

    private static Columns outcomes(Forecast forecast, boolean silent, Terminal terminal) {
        Columns columns = new Columns(terminal);
        if (forecast.counts().skipped() > 0) {
            columns.row(forecast.counts().skipped(), "excluded by --where");
        }
        if (forecast.counts().unreadable() > 0) {
            columns.row(forecast.counts().unreadable(), "unreadable: already in quarantine");
        }
        if (forecast.duplicates() > 0) {
            columns.row(forecast.duplicates(), "replayed, suppressed as duplicates of others in the range");
        }
        if (forecast.conflicts() > 0) {
            columns.row(forecast.conflicts(), "replayed, quarantined: others in the range have the same identity");
        }
        if (forecast.untold() > 0) {
            columns.row(forecast.untold(), "replayed, too many to predict the outcome");
        }
        if (forecast.quarantined() > 0) {
            columns.row(forecast.quarantined(), "replayed, quarantined again for the same reason");
        }
        return columns.row(forecast.acting(), "replayed, would be decided")
                .row(forecast.alerts(), silent ? "alerts suppressed" : "alerts would fire again");
    }

    private static Columns decisions(Forecast forecast, Terminal terminal) {
        Columns columns = new Columns(terminal);
        for (Tally tally : forecast.decisions()) {
            columns.row(
                    tally.messages(),
                    tally.label(),
                    tally.quarantined() ? "quarantined" : tally.important() ? "important" : "");
        }
        return columns;
    }

    private static Columns memories(Forecast forecast, Terminal terminal) {
        Columns columns = new Columns(terminal);
        for (Forecast.GuardLookup memory : Forecast.GuardLookup.values()) {
            columns.row(
                    forecast.identities().getOrDefault(memory, 0L),
                    switch (memory) {
                        case DECIDED -> "decided";
                        case QUARANTINED -> "waiting in quarantine";
                        case OTHER_CONTENT -> "decided with other content";
                        case NOTHING -> "nothing";
                    });
        }
        return columns;
    }
}
