package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.DeliveryAction;
import dev.hapax.operations.delivery.DeliveryPage;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The deliveries that an action is for, by id or by filter, and what is done to them. */
final class ChosenDeliveries {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** The ledger decides on more than this in a second. */
    private static final int DECISIONS_A_SECOND = 200;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Mixin
    private final DeliveryFilter filter = new DeliveryFilter();

    @Parameters(paramLabel = "ID", arity = "0..*", description = "The deliveries.")
    private List<String> ids = List.of();

    @Option(names = "--yes", description = "Apply to everything that the options match. Without it: only count.")
    private boolean yes;

    String actor() {
        return actor.actor();
    }

    /** Approves or rejects through the API of an instance. */
    int review(CommandSpec spec, ApiOption api, String what, @Nullable String reason) {
        requireChoice(what);
        PrintWriter out = spec.commandLine().getOut();
        int code = new DeliveryReview(api.connect(config.load().settings()), what, reason)
                .review(ids, filter, yes, output.json(), out);
        out.flush();
        return code;
    }

    /** Writes what this person does, and prints what the ledger makes of it. */
    int act(CommandSpec spec, String what, Function<Settings, DeliveryAction> action) {
        requireChoice(what);
        Settings settings = config.load().settings();
        DeliveryAction made = action.apply(settings);
        Cluster.connect(settings, PATIENCE).close();
        KafkaClients clients = new KafkaClients(settings);
        PrintWriter out = spec.commandLine().getOut();
        try (LedgerView view = new LedgerView(clients, ids)) {
            List<Delivery> chosen = chosen(view, spec);
            if (ids.isEmpty() && !yes) {
                out.println(
                        output.json()
                                ? OutputOption.json(Map.of("matching", chosen.size(), "done", false))
                                : "Dry run: " + chosen.size() + " deliveries match. Add --yes to " + what + " them.");
                out.flush();
                return ExitCodes.DONE;
            }
            Duration wait = PATIENCE.plusSeconds(chosen.size() / DECISIONS_A_SECOND);
            return print(new LedgerActions(clients, view).act(chosen, made, wait), wait, out);
        }
    }

    private List<Delivery> chosen(LedgerView view, CommandSpec spec) {
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            view.catchUp(progress);
        }
        if (ids.isEmpty()) {
            return view.all().stream()
                    .filter(filter)
                    .sorted(DeliveryPage.Order.REVIEW.comparator())
                    .toList();
        }
        Map<String, Delivery> found = view.find(ids);
        return ids.stream().distinct().map(id -> known(found, id)).toList();
    }

    private static Delivery known(Map<String, Delivery> found, String id) {
        Delivery delivery = found.get(id);
        if (delivery == null) {
            throw new UnknownException("there is no delivery " + id + ": 'hapax deliveries list' shows all of them");
        }
        return delivery;
    }

    private int print(Map<String, LedgerActions.Result> results, Duration wait, PrintWriter out) {
        if (output.json()) {
            out.println(OutputOption.json(OutputOption.list(
                    results.values().stream().map(ChosenDeliveries::fields).toList(), null)));
        } else {
            results.forEach((id, result) -> out.println(id + ": " + line(result, wait)));
        }
        out.flush();
        boolean done = results.values().stream().allMatch(result -> result.decided() && result.refused() == null);
        return done ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static Map<String, @Nullable Object> fields(LedgerActions.Result result) {
        Map<String, @Nullable Object> fields = DeliveryText.allFields(result.delivery());
        fields.put("decided", result.decided());
        fields.put("refused", result.refused());
        return fields;
    }

    private static String line(LedgerActions.Result result, Duration wait) {
        Delivery delivery = result.delivery();
        if (!result.decided()) {
            return delivery.state() + " (written, and no instance has read it within " + wait.toSeconds()
                    + " s; it is read as soon as an instance runs)";
        }
        if (result.refused() != null) {
            return delivery.state() + " (refused: " + result.refused() + ")";
        }
        Delivery.Entry last = delivery.history().get(delivery.history().size() - 1);
        return delivery.state() + " (" + last.what() + (last.detail().isEmpty() ? "" : ": " + last.detail()) + ")";
    }

    /** What the history has to say must say something. */
    static String required(String option, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(option + ": must not be empty. It is recorded.");
        }
        return text.strip();
    }

    private void requireChoice(String what) {
        if (ids.isEmpty() == !filter.isSet()) {
            throw new IllegalArgumentException(
                    "name the deliveries to " + what + ", or choose them with options such as --state; not both");
        }
    }
}
