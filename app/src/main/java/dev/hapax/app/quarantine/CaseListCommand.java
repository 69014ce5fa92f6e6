package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.Inbox;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine list}: the cases, the newest first. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List cases, the newest first. Resolved cases are listed only if --state names them.")
final class CaseListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final FormerOptions.ReasonFilter former = new FormerOptions.ReasonFilter();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The number of cases to list (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--before",
            paramLabel = "CASE",
            description = "Continue after this case, the last one of the page before.")
    private @Nullable String before;

    /** What cases can be counted by. Both mean the same. */
    enum Grouping {
        reason,
        code
    }

    @Option(names = "--group-by", paramLabel = "FIELD", description = "Count cases by code, with an example of each.")
    private @Nullable Grouping grouping;

    @Option(names = "--ids", description = "Print only the names of the cases, as input for other commands.")
    private boolean ids;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more.");
        }
        Instant now = Clock.systemUTC().instant();
        Coordinates after = before == null ? null : CaseIds.parse("--before", before);
        Inbox.Page page = new Inbox.Page(filter.filter(now), after, limit);
        List<CaseCount.Group> groups = List.of();
        KafkaClients clients = CaseChangeOptions.connected(config);
        long skipped;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                Inbox inbox = new Inbox(clients, files)) {
            if (grouping != null) {
                groups = inbox.groups(filter.filter(now), progress);
            } else {
                page.read(inbox, progress);
            }
            skipped = inbox.skipped();
        }
        if (grouping != null) {
            print(groups, skipped);
        } else if (page.isLost()) {
            throw new UnknownException("--before: there is no case " + before + ". Start again without --before.");
        } else {
            print(page, now, skipped);
        }
        if (!output.json()) {
            CaseChangeOptions.printSkipped(spec.commandLine().getErr(), skipped);
        }
        spec.commandLine().getOut().flush();
        return ExitCodes.DONE;
    }

    private void print(Inbox.Page page, Instant now, long skipped) {
        PrintWriter out = spec.commandLine().getOut();
        if (ids) {
            page.cases().forEach(found -> out.println(found.summary().id()));
        } else if (output.json()) {
            print(page.cases().stream().map(CaseFields::of).toList(), page.next(), skipped);
        } else {
            if (page.cases().isEmpty()) {
                out.println("No cases match.");
            } else {
                CaseText.table(page.cases(), now, output.terminal()).forEach(out::println);
            }
            if (page.next() != null) {
                out.println("There are older cases. Add --before " + page.next() + " or raise --limit.");
            }
        }
    }

    private void print(List<CaseCount.Group> groups, long skipped) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            print(groups.stream().map(CaseFields::of).toList(), null, skipped);
        } else {
            if (!groups.isEmpty()) {
                CaseText.groups(groups, output.terminal()).forEach(out::println);
            }
            out.println(groups.stream().mapToLong(CaseCount.Group::count).sum() + " cases");
        }
    }

    private void print(List<?> items, @Nullable String next, long skipped) {
        Map<String, @Nullable Object> list = OutputOption.list(items, next);
        list.put("skipped", skipped);
        spec.commandLine().getOut().println(OutputOption.json(list));
    }
}
