package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.instance.ChannelFactory;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Moment;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Unreadable;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.StagingRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries stage}. */
@Command(
        name = "stage",
        mixinStandardHelpOptions = true,
        description = {
            "Stage a delivery: an RFC 5322 message for a mail channel, a request as JSON for an HTTP channel.",
            "The same id with the same content is one delivery; with other content it is refused."
        })
final class StageDeliveryCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Parameters(
            paramLabel = "ID",
            arity = "0..1",
            description = "The id: the same for the same effect, such as invoice:42.")
    private @Nullable String id;

    @Option(names = "--channel", paramLabel = "NAME", description = "The channel.")
    private @Nullable String channel;

    @Option(names = "--to", paramLabel = "TARGET", description = "The address, or the URL.")
    private @Nullable String target;

    @Option(names = "--file", paramLabel = "FILE", description = "The exact bytes to send.")
    private @Nullable Path file;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "All of it as JSON, like the body of POST /api/deliveries; - for standard input.")
    private @Nullable String json;

    @Option(names = "--not-before", paramLabel = "TIME", description = "The earliest time, as 2027-01-31T09:00Z.")
    private @Nullable String notBefore;

    @Option(names = "--expires", paramLabel = "TIME", description = "The latest time.")
    private @Nullable String expires;

    @Override
    public Integer call() {
        Settings settings = config.load().settings();
        StagingRequest staged = request(settings.delivery());
        String by = StagingRequest.person("--as", actor.actor());
        Cluster.connect(settings, PATIENCE).close();
        KafkaClients clients = new KafkaClients(settings);
        Instant time = Clock.systemUTC().instant();
        Duration longestWait = settings.delivery().longestWait();
        DeliveryEvent.Draft draft = staged.draft(by, time, longestWait);
        Delivery now;
        try (LedgerView view = new LedgerView(clients, List.of(staged.id()))) {
            view.catchUp(Progress.UNSEEN);
            if (view.find(staged.id()) == null) {
                staged.requireTime(time, longestWait);
            }
            now = new LedgerActions(clients, view).stage(staged.id(), draft, staged.artifact(), PATIENCE);
        }
        if (now == null) {
            throw new FailedException("delivery " + staged.id() + " was written, and no instance has read it within "
                    + PATIENCE.toSeconds() + " s. It is read as soon as an instance runs.");
        }
        print(now);
        if (!now.draft().isSameAs(draft)) {
            throw new FailedException("delivery " + staged.id()
                    + " was staged before with other content, which was not changed. Use another id.");
        }
        return ExitCodes.DONE;
    }

    private StagingRequest request(DeliverySettings settings) {
        String document = json;
        if (document != null) {
            if (Stream.of(id, channel, target, file, notBefore, expires).anyMatch(given -> given != null)) {
                throw new IllegalArgumentException("--json: has all of the delivery; remove the other options");
            }
            return StagingRequest.read(StagingFile.read(document), settings, ChannelFactory::problem);
        }
        String name = id;
        String by = channel;
        String to = target;
        Path content = file;
        if (name == null || by == null || to == null || content == null) {
            throw new IllegalArgumentException("give ID, --channel, --to and --file, or --json alone");
        }
        byte[] artifact = bytes(content);
        requireSendable(settings.channels().get(by), content, artifact, to);
        return new StagingRequest(
                StagingRequest.id(name),
                by,
                to,
                artifact,
                time("--not-before", notBefore),
                time("--expires", expires),
                null,
                1);
    }

    private static @Nullable Instant time(String option, @Nullable String text) {
        return text == null
                ? null
                : Moment.parse(option, text, Clock.systemUTC().instant());
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
            throw new IllegalArgumentException("--file: " + file + " can't be read: " + Unreadable.why(e), e);
        }
    }

    private void print(Delivery delivery) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(DeliveryText.allFields(delivery)));
        } else {
            DeliveryText.page(delivery, output.terminal()).forEach(out::println);
        }
        out.flush();
    }
}
