package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.Inbox;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cases by name, or all that match; the latter only shown until {@code --yes} is said. */
final class Selection {

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

    int act(Desk desk, CaseAction action, String verb) {
        List<Coordinates> ids = CaseIds.parse(cases);
        if (!ids.isEmpty()) {
            if (all || filter.any()) {
                throw new IllegalArgumentException("CASE: give either cases or a filter, not both");
            }
            return desk.act(ids, action);
        }
        if (!all && !filter.any()) {
            throw new IllegalArgumentException("CASE: which ones? Give cases, a filter such as --reason, or --all");
        }
        CaseFilter wanted = filter.filter(Clock.systemUTC().instant());
        return yes ? desk.actOnAll(wanted, action) : preview(desk, wanted, verb);
    }

    private static int preview(Desk desk, CaseFilter wanted, String verb) {
        CaseCount counted;
        try (ProgressLine progress = new ProgressLine(desk.err(), Clock.systemUTC());
                Inbox inbox = new Inbox(desk.connected())) {
            counted = new CaseCount(inbox.groups(wanted, progress));
        }
        if (desk.json()) {
            desk.out().println(OutputOption.json(counted.fields()));
        } else {
            counted.groups()
                    .forEach(group -> desk.out().println(String.format("%8d  %s", group.count(), group.reason())));
            desk.out()
                    .println("would " + verb + " " + counted.cases() + " cases; nothing was done: say --yes to do it"
                            + only(counted.until()));
        }
        desk.out().flush();
        return ExitCodes.DONE;
    }

    private static String only(@Nullable Instant until) {
        return until == null ? "" : ", with --until " + until + " to these alone";
    }
}
