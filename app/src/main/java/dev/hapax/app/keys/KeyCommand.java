package dev.hapax.app.keys;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.Waiting;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.keys.Forgetting;
import dev.hapax.operations.keys.KeyFields;
import dev.hapax.operations.keys.Keys;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.topics.Topic;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax key}: the entries of the guard. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description =
                "Show why a message was or was not processed, forget an identity, or list the entries of the guard.")
public final class KeyCommand {

    private static final Duration RECEIPT = Duration.ofSeconds(30);

    @Command(
            name = "why",
            mixinStandardHelpOptions = true,
            description =
                    "Show the guard entry of an identity: first message, outcome and expiry, how often copies were"
                            + " suppressed, and related quarantined messages and commands.")
    int why(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "IDENTITY", description = "The identity, with its namespace.") String identity) {
        Why why = ask(config, output, keys -> keys.why(identity));
        output.print(KeyFields.of(why), KeyText.lines(why));
        return ExitCodes.DONE;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the identities in the guard, the newest first.")
    int list(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Option(names = "--namespace", paramLabel = "NAME", description = "Only identities of this namespace.")
                    @Nullable
                    String namespace,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "The maximum number of identities (default: ${DEFAULT-VALUE}).")
                    int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more.");
        }
        List<Remembered> all = ask(config, output, keys -> keys.list(namespace, limit + 1));
        List<Remembered> found = all.subList(0, Math.min(limit, all.size()));
        boolean more = all.size() > limit;
        // As the API: a list without pages, which says whether it is complete.
        Map<String, @Nullable Object> list =
                OutputOption.list(found.stream().map(KeyFields::of).toList(), null);
        list.put("more", more);
        List<String> text = new ArrayList<>(KeyText.table(found, output.terminal()));
        if (more) {
            text.add("There are more identities. Raise --limit or use --namespace.");
        }
        output.print(list, text);
        return ExitCodes.DONE;
    }

    private static <T> T ask(ConfigOption config, OutputOption output, Function<Keys, T> question) {
        KafkaClients clients = new KafkaClients(config.reachable());
        try (ProgressLine progress = new ProgressLine(output.err(), Clock.systemUTC());
                CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                Keys keys = new Keys(clients, files, progress)) {
            return question.apply(keys);
        }
    }

    @Command(
            name = "forget",
            mixinStandardHelpOptions = true,
            description =
                    "Remove an identity from the guard, so that its next message is processed. The instance that owns the"
                            + " identity does it in its transaction. The command is recorded in the commands topic.")
    int forget(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why; recorded with the command.")
                    String reason,
            @Parameters(paramLabel = "IDENTITY", description = "The identity, with its namespace.") String identity) {
        Settings settings = config.reachable();
        Forgetting forgetting = new Forgetting(new KafkaClients(settings), Clock.systemUTC());
        Forgetting.Answer answer = Waiting.during(
                "waiting for an instance",
                output.err(),
                Clock.systemUTC(),
                () -> forgetting.forget(identity, actor.actor(), reason, RECEIPT));
        if (answer instanceof Forgetting.Answer.Waits waits && waits.instanceRuns()) {
            throw new FailedException(
                    "no receipt for command " + waits.command().id() + " within " + RECEIPT.toSeconds()
                            + " s, although an instance is running. The command waits in "
                            + settings.topic(Topic.COMMANDS)
                            + ". Check 'hapax key why' and the log of the instance.");
        }
        output.print(KeyFields.of(answer), KeyText.lines(answer));
        return ExitCodes.DONE;
    }
}
