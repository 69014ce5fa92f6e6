package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.Forecast.Part;
import dev.hapax.operations.replay.Forecast.Tally;
import dev.hapax.operations.replay.GuardLookup;
import java.util.ArrayList;
import java.util.List;

/** What a replay would do, as text. */
final class ForecastText {

    private ForecastText() {}

    static List<String> lines(Forecast forecast, boolean silent) {
        List<String> lines = new ArrayList<>();
        lines.add("dry run: " + forecast.stretch().topic() + ", read as source " + forecast.source());
        lines.add("");
        Columns parts = new Columns().row("partition", "from", "to", "messages", "oldest", "newest");
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
        section(lines, "messages", outcomes(forecast, silent));
        if (!forecast.decisions().isEmpty()) {
            section(lines, "decisions, by " + forecast.classifier(), decisions(forecast));
        }
        section(lines, "what the guard remembers of their identities today", memories(forecast));
        return lines;
    }

    private static void section(List<String> lines, String title, Columns columns) {
        lines.add("");
        lines.add(title);
        columns.lines().forEach(line -> lines.add("  " + line));
    }

    private static Columns outcomes(Forecast forecast, boolean silent) {
        Columns columns = new Columns();
        if (forecast.counts().skipped() > 0) {
            columns.row(forecast.counts().skipped(), "not meant by --where");
        }
        if (forecast.counts().unreadable() > 0) {
            columns.row(forecast.counts().unreadable(), "unreadable: in quarantine already");
        }
        if (forecast.duplicates() > 0) {
            columns.row(forecast.duplicates(), "given again, held back as duplicates of others in the range");
        }
        if (forecast.conflicts() > 0) {
            columns.row(forecast.conflicts(), "given again, quarantined: others in the range have their identity");
        }
        if (forecast.untold() > 0) {
            columns.row(forecast.untold(), "given again, too many to say more");
        }
        if (forecast.quarantined() > 0) {
            columns.row(forecast.quarantined(), "given again, quarantined again for what they are");
        }
        return columns.row(forecast.acting(), "given again, would act")
                .row(forecast.alerts(), silent ? "alerts suppressed" : "alerts would fire again");
    }

    private static Columns decisions(Forecast forecast) {
        Columns columns = new Columns();
        for (Tally tally : forecast.decisions()) {
            columns.row(
                    tally.messages(),
                    tally.label(),
                    tally.quarantined() ? "quarantined" : tally.important() ? "important" : "");
        }
        return columns;
    }

    private static Columns memories(Forecast forecast) {
        Columns columns = new Columns();
        for (GuardLookup memory : GuardLookup.values()) {
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
