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
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.wire.DeliveryHeaders;
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
        List<Delivery> found = find(deliveries(config), filter);
        List<Delivery> shown = found.subList(0, Math.min(limit, found.size()));
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, @Nullable Object> list =
                    OutputOption.list(shown.stream().map(DeliveryText::fields).toList(), null);
            list.put("total", found.size());
            out.println(OutputOption.json(list));
        } else if (ids) {
            shown.forEach(delivery -> out.println(delivery.id()));
        } else if (found.isEmpty()) {
            out.println("No deliveries match.");
        } else {
            DeliveryText.table(shown, output.terminal()).forEach(out::println);
            out.println(shown.size() + " of " + found.size() + " deliveries"
                    + (shown.size() < found.size() ? ". Raise --limit to see more." : ""));
        }
        out.flush();
        return ExitCodes.DONE;
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Show a delivery with its whole history.")
    int show(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "ID", description = "The delivery.") String id) {
        print(deliveries(config).get(id), output);
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
            @Parameters(paramLabel = "ID", description = "The id: the same for the same effect, such as invoice:42.")
                    String id,
            @Option(names = "--channel", required = true, paramLabel = "NAME", description = "The channel.")
                    String channel,
            @Option(names = "--to", required = true, paramLabel = "TARGET", description = "The address, or the URL.")
                    String target,
            @Option(names = "--file", required = true, paramLabel = "FILE", description = "The exact bytes to send.")
                    Path file,
            @Option(
                            names = "--not-before",
                            paramLabel = "TIME",
                            description = "The earliest time, as 2027-01-31T09:00Z.")
                    @Nullable
                    Instant notBefore,
            @Option(names = "--expires", paramLabel = "TIME", description = "The latest time.") @Nullable
                    Instant expires) {
        Settings settings = config.load().settings();
        byte[] artifact = bytes(file);
        requireSendable(settings.delivery().channels().get(channel), file, artifact, target);
        Deliveries deliveries = deliveries(config);
        long now = Clock.systemUTC().millis();
        long latest = now + settings.delivery().longestWait().toMillis();
        deliveries.stage(
                id,
                new DeliveryEvent.Draft(
                        channel,
                        target,
                        DeliveryHeaders.sha256(artifact),
                        artifact.length,
                        actor.actor(),
                        null,
                        1,
                        notBefore == null ? now : notBefore.toEpochMilli(),
                        expires == null ? latest : expires.toEpochMilli()),
                artifact);
        Delivery staged = await(deliveries, id, null);
        print(staged, output);
        return staged.draft().sha256().equals(DeliveryHeaders.sha256(artifact)) ? ExitCodes.DONE : conflict(id);
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
                "Approve deliveries, signed with delivery.signing-key.",
                "The approval counts for the content that the ledger has now. An edit voids it."
            })
    int approve(
            @Mixin Action action,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.") @Nullable String reason) {
        return act(action, "approve", (deliveries, one) -> deliveries.review(one, true, action.actor.actor(), reason));
    }

    @Command(name = "reject", mixinStandardHelpOptions = true, description = "Reject deliveries: they are never sent.")
    int reject(
            @Mixin Action action,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        return act(action, "reject", (deliveries, one) -> deliveries.review(one, false, action.actor.actor(), reason));
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
        if (action.ids.isEmpty() == !action.filter.isSet()) {
            throw new IllegalArgumentException(
                    "name the deliveries to " + what + ", or choose them with options such as --state; not both");
        }
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
