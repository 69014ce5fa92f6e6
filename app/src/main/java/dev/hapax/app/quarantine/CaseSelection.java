package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseForecast;
import dev.hapax.operations.quarantine.Inbox;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cases by name, or all that match; the latter only shown until {@code --yes} is said. */
final class CaseSelection {

    @Parameters(
            paramLabel = "CASE",
            arity = "0..*",
            description = "Cases, as topic-partition@offset; or else a filter.")
    private List<String> cases = new ArrayList<>();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(names = "--all", description = "All that are not resolved.")
    private boolean all;

    @Option(names = "--yes", description = "Do it to all that match; without, it is only said how many there are.")
    private boolean yes;

    int act(CaseChangeOptions change, CaseAction action, String verb, Duration wait) {
        List<Coordinates> ids = CaseIds.parse(cases);
        if (!ids.isEmpty()) {
            if (all || filter.any()) {
                throw new IllegalArgumentException("CASE: give either cases or a filter, not both");
            }
            return change.act(ids, action, wait);
        }
        if (!all && !filter.any()) {
            throw new IllegalArgumentException("CASE: which ones? Give cases, a filter such as --reason, or --all");
        }
        CaseFilter wanted = filter.filter(Clock.systemUTC().instant());
        return yes ? change.actOnAll(wanted, action, wait) : preview(change, wanted, action, verb);
    }

    private static int preview(CaseChangeOptions change, CaseFilter wanted, CaseAction action, String verb) {
        CaseCount counted = count(change, wanted);
        boolean forced = action instanceof CaseAction.Replay replay && replay.insist();
        CaseForecast forecast = action instanceof CaseAction.Replay && !forced ? change.forecast(wanted) : null;
        if (change.json()) {
            Map<String, @Nullable Object> fields = counted.fields();
            fields.put("forecast", forecast == null ? null : forecast.fields());
            change.out().println(OutputOption.json(fields));
        } else {
            counted.groups()
                    .forEach(group -> change.out().println(String.format("%8d  %s", group.count(), group.reason())));
            if (forecast != null) {
                print(change.out(), forecast);
            }
            change.out()
                    .println("Dry run: " + verb + " matches " + counted.cases() + " cases. Add --yes to apply."
                            + only(counted.until()));
        }
        change.out().flush();
        return ExitCodes.DONE;
    }

    private static CaseCount count(CaseChangeOptions change, CaseFilter wanted) {
        CaseCount[] counted = new CaseCount[1];
        change.at((clients, files, progress) -> {
            try (Inbox inbox = new Inbox(clients, files)) {
                counted[0] = new CaseCount(inbox.groups(wanted, progress));
                CaseChangeOptions.tellSkipped(change.err(), inbox.skipped());
            }
            return ExitCodes.DONE;
        });
        return Objects.requireNonNull(counted[0]);
    }

    private static void print(PrintWriter out, CaseForecast forecast) {
        out.println(forecast.acting() + " would act, " + forecast.alerts() + " of them with an alert:");
        forecast.decided()
                .forEach(count -> out.println(String.format(
                        "%8d  decided as %s%s", count.cases(), count.name(), count.important() ? ", an alert" : "")));
        if (forecast.refusals() > 0) {
            out.println(forecast.refusals() + " would not be replayed:");
            forecast.refused().forEach(count -> out.println(String.format("%8d  %s", count.cases(), count.name())));
        }
    }

    private static String only(@Nullable Instant until) {
        return until == null ? "" : " Add --until " + until + " to leave out newer cases.";
    }
}
