package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.Forecast.Part;
import dev.hapax.operations.replay.Forecast.Tally;
import dev.hapax.operations.replay.Memory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a replay would do, as text and as JSON. */
final class ForecastText {

    private ForecastText() {}

    static List<String> lines(Forecast forecast) {
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
        section(lines, "messages", outcomes(forecast));
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

    private static Columns outcomes(Forecast forecast) {
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
        return columns.row(forecast.admitted(), "given again, admitted");
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
        for (Memory memory : Memory.values()) {
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

    static Map<String, @Nullable Object> fields(Forecast forecast) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("dryRun", true);
        fields.put("topic", forecast.stretch().topic());
        fields.put("source", forecast.source());
        fields.put("messages", forecast.messages());
        fields.put("skipped", forecast.counts().skipped());
        fields.put("unreadable", forecast.counts().unreadable());
        fields.put("given", forecast.counts().sent());
        fields.put("admitted", forecast.admitted());
        fields.put("duplicates", forecast.duplicates());
        fields.put("conflicts", forecast.conflicts());
        fields.put("untold", forecast.untold());
        fields.put(
                "partitions", forecast.parts().stream().map(ForecastText::part).toList());
        fields.put("classifier", forecast.classifier());
        fields.put(
                "decisions",
                forecast.decisions().stream().map(ForecastText::tally).toList());
        Map<String, Object> identities = new LinkedHashMap<>();
        for (Memory memory : Memory.values()) {
            String name = memory == Memory.OTHER_CONTENT
                    ? "otherContent"
                    : memory.name().toLowerCase(Locale.ROOT);
            identities.put(name, forecast.identities().getOrDefault(memory, 0L));
        }
        fields.put("identities", identities);
        fields.put("notes", forecast.stretch().notes());
        return fields;
    }

    private static Map<String, @Nullable Object> part(Part part) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("partition", part.partition());
        fields.put("from", part.range().from());
        fields.put("to", part.range().to());
        fields.put("messages", part.messages());
        fields.put("oldest", part.oldest() == null ? null : part.oldest().toString());
        fields.put("newest", part.newest() == null ? null : part.newest().toString());
        return fields;
    }

    private static Map<String, Object> tally(Tally tally) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("label", tally.label());
        fields.put("important", tally.important());
        fields.put("quarantined", tally.quarantined());
        fields.put("messages", tally.messages());
        return fields;
    }
}
