package dev.hapax.app.delivery;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.DeliveryPage;
import dev.hapax.operations.delivery.LedgerView;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List deliveries: those that wait for approval first, low scores first.")
final class DeliveryListCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final DeliveryFilter filter = new DeliveryFilter();

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most so many (default: 50).")
    private int limit;

    @Option(names = "--ids", description = "Print only the ids, as input for other commands.")
    private boolean ids;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more.");
        }
        DeliveryPage page = page();
        List<Delivery> shown = page.items();
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, @Nullable Object> list =
                    OutputOption.list(shown.stream().map(DeliveryText::fields).toList(), null);
            list.put("total", page.total());
            list.put("states", page.stateCounts());
            out.println(OutputOption.json(list));
        } else if (ids) {
            shown.forEach(delivery -> out.println(delivery.id()));
        } else if (shown.isEmpty()) {
            out.println("No deliveries match.");
        } else {
            DeliveryText.table(shown, output.terminal()).forEach(out::println);
            out.println(shown.size() + " of " + page.total() + " deliveries"
                    + (shown.size() < page.total() ? ". Raise --limit to see more." : ""));
        }
        out.flush();
        return ExitCodes.DONE;
    }

    private DeliveryPage page() {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                LedgerView view = new LedgerView(new KafkaClients(settings))) {
            view.catchUp(progress);
            return DeliveryPage.of(view.all(), filter.query(), DeliveryPage.Order.REVIEW, limit, null);
        }
    }
}
