package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.instance.ChannelFactory;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.DeliveryPage;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.StagingRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries}: what is to be sent, what was sent, and what a person decides. */
@Command(
        name = "deliveries",
        mixinStandardHelpOptions = true,
        subcommands = DeliveryReceiptsCommand.class,
        description = {
            "List, stage, approve, reject, cancel and reconcile deliveries.",
            "A delivery is one mail or one HTTP request. It is sent at most once, after an approval."
        })
public final class DeliveriesCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    /** What the actions on deliveries have in common. */
    static final class Action {

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
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List deliveries: those that wait for approval first, low scores first.")
    int list(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin DeliveryFilter filter,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many (default: 50).")
                    int limit,
            @Option(names = "--ids", description = "Print only the ids, as input for other commands.") boolean ids) {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more.");
        }
        DeliveryPage page = page(config, filter, limit);
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

    private DeliveryPage page(ConfigOption config, DeliveryFilter filter, int limit) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                LedgerView view = new LedgerView(new KafkaClients(settings))) {
            view.catchUp(progress);
            return DeliveryPage.of(view.all(), filter.query(), DeliveryPage.Order.REVIEW, limit, null);
        }
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show a delivery with its whole history, its receipts and the message.")
    int show(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "ID", description = "The delivery.") String id,
            @Option(names = "--no-message", description = "Without the message, which takes longer to find.")
                    boolean noMessage) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        Delivery delivery = new Deliveries(new KafkaClients(settings), Clock.systemUTC()).get(id);
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            new DeliveryShow(settings, progress)
                    .print(delivery, !noMessage, output, spec.commandLine().getOut());
        }
        return ExitCodes.DONE;
    }

    @Command(
            name = "stage",
            mixinStandardHelpOptions = true,
            description = {
                "Stage a delivery: an RFC 5322 message for a mail channel, a request as JSON for an HTTP channel.",
                "The same id with the same content is one delivery; with other content it is refused."
            })
    int stage(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Parameters(
                            paramLabel = "ID",
                            arity = "0..1",
                            description = "The id: the same for the same effect, such as invoice:42.")
                    @Nullable
                    String id,
            @Option(names = "--channel", paramLabel = "NAME", description = "The channel.") @Nullable String channel,
            @Option(names = "--to", paramLabel = "TARGET", description = "The address, or the URL.") @Nullable
                    String target,
            @Option(names = "--file", paramLabel = "FILE", description = "The exact bytes to send.") @Nullable
                    Path file,
            @Option(
                            names = "--json",
                            paramLabel = "FILE",
                            description = "All of it as JSON, like the body of POST /api/deliveries; - for standard"
                                    + " input.")
                    @Nullable
                    String json,
            @Option(
                            names = "--not-before",
                            paramLabel = "TIME",
                            description = "The earliest time, as 2027-01-31T09:00Z.")
                    @Nullable
                    Instant notBefore,
            @Option(names = "--expires", paramLabel = "TIME", description = "The latest time.") @Nullable
                    Instant expires) {
        Settings settings = config.load().settings();
        StagingRequest staged;
        if (json != null) {
            if (id != null
                    || channel != null
                    || target != null
                    || file != null
                    || notBefore != null
                    || expires != null) {
                throw new IllegalArgumentException("--json: has all of the delivery; remove the other options");
            }
            staged = StagingRequest.read(StagingFile.read(json), settings.delivery(), ChannelFactory::problem);
        } else if (id == null || channel == null || target == null || file == null) {
            throw new IllegalArgumentException("give ID, --channel, --to and --file, or --json alone");
        } else {
            byte[] artifact = bytes(file);
            requireSendable(settings.delivery().channels().get(channel), file, artifact, target);
            staged = new StagingRequest(StagingRequest.id(id), channel, target, artifact, notBefore, expires, null, 1);
        }
        Deliveries deliveries = deliveries(config);
        DeliveryEvent.Draft draft = staged.draft(
                actor.actor(), Clock.systemUTC().instant(), settings.delivery().longestWait());
        deliveries.stage(staged.id(), draft, staged.artifact());
        Delivery now = await(deliveries, staged.id(), null);
        print(now, output);
        return now.draft().isSameAs(draft) ? ExitCodes.DONE : conflict(staged.id());
    }

    private static int conflict(String id) {
        throw new FailedException("delivery " + id + " was staged before with other content, which was not changed");
    }

    /** So that nobody approves what no worker can send. */
    private static void requireSendable(@Nullable ChannelSettings channel, Path file, byte[] artifact, String target) {
        if (channel == null) {
            // Reported with the names that exist.
            return;
        }
        String problem = ChannelFactory.problem(channel, artifact, target);
        if (problem != null) {
            throw new IllegalArgumentException("--file: " + file + ": " + problem);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("--file: " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    @Command(
            name = "approve",
            mixinStandardHelpOptions = true,
            description = {
                "Approve deliveries. Asks an instance, which checks your token and signs the approval.",
                "The approval counts for the content that the ledger has now. An edit voids it."
            })
    int approve(
            @Mixin Action action,
            @Mixin ApiOption api,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.") @Nullable String reason) {
        return api.signsHere()
                ? act(
                        action,
                        "approve",
                        (deliveries, one) -> deliveries.review(one, true, action.actor.actor(), reason))
                : review(action, api, "approve", reason);
    }

    @Command(
            name = "reject",
            mixinStandardHelpOptions = true,
            description = {
                "Reject deliveries: they are never sent.",
                "Asks an instance, which checks your token and signs."
            })
    int reject(
            @Mixin Action action,
            @Mixin ApiOption api,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        return api.signsHere()
                ? act(
                        action,
                        "reject",
                        (deliveries, one) -> deliveries.review(one, false, action.actor.actor(), reason))
                : review(action, api, "reject", reason);
    }

    private int review(Action action, ApiOption api, String what, @Nullable String reason) {
        requireChoice(action, what);
        PrintWriter out = spec.commandLine().getOut();
        int code = new DeliveryReview(api.connect(action.config.load().settings()), what, reason)
                .review(action.ids, action.filter, action.yes, action.output.json(), out);
        out.flush();
        return code;
    }

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Cancel deliveries that are not on their way yet.")
    int cancel(
            @Mixin Action action,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        return act(action, "cancel", (deliveries, one) -> deliveries.cancel(one, action.actor.actor(), reason));
    }

    /** What a person found out. */
    static final class Resolution {
        @Option(names = "--sent", description = "The target has it.")
        private boolean sent;

        @Option(names = "--not-sent", description = "The target does not have it. It is sent again.")
        private boolean notSent;

        @Option(names = "--abandon", description = "Give up: it is not sent again, whatever happened.")
        private boolean abandon;

        DeliveryEvent.Resolution value() {
            if (sent) {
                return DeliveryEvent.Resolution.SENT;
            }
            if (notSent) {
                return DeliveryEvent.Resolution.NOT_SENT;
            }
            if (abandon) {
                return DeliveryEvent.Resolution.ABANDONED;
            }
            throw new IllegalArgumentException("add --sent, --not-sent or --abandon");
        }
    }

    @Command(
            name = "reconcile",
            mixinStandardHelpOptions = true,
            description = "Record what became of stranded deliveries.")
    int reconcile(
            @Mixin Action action,
            @ArgGroup(exclusive = true, multiplicity = "1") Resolution resolution,
            @Option(
                            names = "--evidence",
                            required = true,
                            paramLabel = "TEXT",
                            description = "How you know, such as a line of the server's log; recorded.")
                    String evidence) {
        return act(
                action,
                "reconcile",
                (deliveries, one) -> deliveries.reconcile(one, resolution.value(), action.actor.actor(), evidence));
    }

    private int act(Action action, String what, BiConsumer<Deliveries, Delivery> act) {
        requireChoice(action, what);
        Deliveries deliveries = deliveries(action.config);
        PrintWriter out = spec.commandLine().getOut();
        List<Delivery> chosen = action.ids.isEmpty()
                ? find(deliveries, action.filter)
                : action.ids.stream().map(deliveries::get).toList();
        if (action.ids.isEmpty() && !action.yes) {
            out.println(
                    action.output.json()
                            ? OutputOption.json(Map.of("matching", chosen.size(), "done", false))
                            : "Dry run: " + chosen.size() + " deliveries match. Add --yes to " + what + " them.");
            out.flush();
            return ExitCodes.DONE;
        }
        chosen.forEach(one -> act.accept(deliveries, one));
        List<Delivery> after = new ArrayList<>();
        chosen.forEach(one -> after.add(await(deliveries, one.id(), one)));
        List<Delivery> unchanged = after.stream()
                .filter(one -> !one.history().isEmpty()
                        && one.history().get(one.history().size() - 1).what().endsWith(" refused"))
                .toList();
        if (action.output.json()) {
            out.println(OutputOption.json(OutputOption.list(
                    after.stream().map(DeliveryText::allFields).toList(), null)));
        } else {
            for (Delivery one : after) {
                Delivery.Entry last = one.history().get(one.history().size() - 1);
                out.println(one.id() + ": " + one.state() + " (" + last.what()
                        + (last.detail().isEmpty() ? "" : ": " + last.detail()) + ")");
            }
        }
        out.flush();
        return unchanged.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static void requireChoice(Action action, String what) {
        if (action.ids.isEmpty() == !action.filter.isSet()) {
            throw new IllegalArgumentException(
                    "name the deliveries to " + what + ", or choose them with options such as --state; not both");
        }
    }

    private Deliveries deliveries(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        return new Deliveries(new KafkaClients(settings), Clock.systemUTC());
    }

    private List<Delivery> find(Deliveries deliveries, DeliveryFilter filter) {
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            return deliveries.list(filter, progress);
        }
    }

    /** The delivery after the ledger has read what was just written. */
    private static Delivery await(Deliveries deliveries, String id, @Nullable Delivery before) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                Delivery now = deliveries.get(id);
                if (before == null || !now.history().equals(before.history())) {
                    return now;
                }
            } catch (UnknownException e) {
                if (System.nanoTime() > deadline) {
                    throw new FailedException("delivery " + id + " was written, and no instance has read it within "
                            + PATIENCE.toSeconds() + " s. It is read as soon as an instance runs.");
                }
            }
            if (System.nanoTime() > deadline) {
                throw new FailedException(
                        "the change of delivery " + id + " was written, and no instance has read it within "
                                + PATIENCE.toSeconds() + " s. It is read as soon as an instance runs.");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted");
        }
    }

    private void print(Delivery delivery, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(DeliveryText.allFields(delivery)));
        } else {
            DeliveryText.page(delivery, output.terminal()).forEach(out::println);
        }
        out.flush();
    }
}
