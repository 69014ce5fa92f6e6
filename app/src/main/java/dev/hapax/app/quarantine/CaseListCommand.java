package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseGroup;
import dev.hapax.operations.quarantine.Inbox;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine list}: what waits, the newest first. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List cases, the newest first; those that are not resolved unless --state says otherwise.")
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

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many to show (default: ${DEFAULT-VALUE}); for older ones, --until.")
    private int limit;

    /** What cases can be counted by. */
    enum Grouping {
        reason
    }

    @Option(names = "--group-by", paramLabel = "FIELD", description = "Count them by reason, with an example of each.")
    private @Nullable Grouping grouping;

    @Option(names = "--ids", description = "Print nothing but the names of the cases, for other commands.")
    private boolean ids;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more");
        }
        Instant now = Clock.systemUTC().instant();
        CaseFilter wanted = filter.filter(now);
        List<CaseGroup> groups = List.of();
        List<Case> found = new ArrayList<>();
        KafkaClients clients = CaseChangeOptions.connected(config);
        long skipped;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                Inbox inbox = new Inbox(clients, files)) {
            if (grouping != null) {
                groups = inbox.groups(wanted, progress);
            } else {
                inbox.list(wanted, progress, one -> {
                    found.add(one);
                    return found.size() <= limit;
                });
            }
            skipped = inbox.skipped();
        }
        boolean more = found.size() > limit;
        if (grouping != null) {
            print(groups, skipped);
        } else {
            print(more ? found.subList(0, limit) : found, more, now, skipped);
        }
        if (!output.json()) {
            CaseChangeOptions.tellSkipped(spec.commandLine().getErr(), skipped);
        }
        spec.commandLine().getOut().flush();
        return ExitCodes.DONE;
    }

    private void print(List<Case> cases, boolean more, Instant now, long skipped) {
        PrintWriter out = spec.commandLine().getOut();
        if (ids) {
            cases.forEach(found -> out.println(found.summary().id()));
        } else if (output.json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("cases", cases.stream().map(CaseFields::of).toList());
            object.put("more", more);
            object.put("skipped", skipped);
            out.println(OutputOption.json(object));
        } else {
            if (cases.isEmpty()) {
                out.println("no case matches");
            } else {
                CaseText.table(cases, now).forEach(out::println);
            }
            if (more) {
                out.println("… and older ones: --limit " + 10 * limit + ", or --until "
                        + cases.get(cases.size() - 1).summary().at());
            }
        }
    }

    private void print(List<CaseGroup> groups, long skipped) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(
                    Map.of("groups", groups.stream().map(CaseFields::of).toList(), "skipped", skipped)));
        } else {
            if (!groups.isEmpty()) {
                CaseText.groups(groups).forEach(out::println);
            }
            out.println(groups.stream().mapToLong(CaseGroup::count).sum() + " cases");
        }
    }
}
