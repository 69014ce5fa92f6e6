package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.Inbox;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax quarantine list}: the cases, the newest first. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List cases, the newest first. Resolved cases are listed only if --state names them.")
final class CaseListCommand implements Callable<Integer> {

    @Mixin
    private final CaseAccess access = new CaseAccess();

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
        CaseFilter wanted = filter.filter(now);
        long skipped = access.read((inbox, progress) -> {
            if (grouping == null) {
                Inbox.Page page = new Inbox.Page(wanted, after, limit);
                page.read(inbox, progress);
                progress.close();
                print(page, now, inbox.skipped());
            } else {
                List<CaseCount.Group> groups = inbox.groups(wanted, progress);
                progress.close();
                print(groups, inbox.skipped());
            }
            return inbox.skipped();
        });
        if (!access.output().json()) {
            access.printSkipped(skipped);
        }
        return ExitCodes.DONE;
    }

    private void print(Inbox.Page page, Instant now, long skipped) {
        if (page.isLost()) {
            throw new UnknownException("--before: there is no case " + before + ". Start again without --before.");
        }
        if (ids) {
            PrintWriter out = access.output().out();
            page.cases().forEach(found -> out.println(found.summary().id()));
            out.flush();
            return;
        }
        List<String> text = new ArrayList<>(
                page.cases().isEmpty()
                        ? List.of("No cases match.")
                        : CaseText.table(page.cases(), now, access.output().terminal()));
        if (page.next() != null) {
            text.add("There are older cases. Add --before " + page.next() + " or raise --limit.");
        }
        access.output().print(list(page.cases().stream().map(CaseFields::of).toList(), page.next(), skipped), text);
    }

    private void print(List<CaseCount.Group> groups, long skipped) {
        List<String> text = new ArrayList<>();
        if (!groups.isEmpty()) {
            text.addAll(CaseText.groups(groups, access.output().terminal()));
        }
        text.add(groups.stream().mapToLong(CaseCount.Group::count).sum() + " cases");
        access.output().print(list(groups.stream().map(CaseFields::of).toList(), null, skipped), text);
    }

    private static Map<String, @Nullable Object> list(List<?> items, @Nullable String next, long skipped) {
        Map<String, @Nullable Object> list = OutputOption.list(items, next);
        list.put("skipped", skipped);
        return list;
    }
}
