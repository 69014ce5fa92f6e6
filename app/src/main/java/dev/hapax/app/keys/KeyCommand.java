package dev.hapax.app.keys;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.keys.Forgetting;
import dev.hapax.operations.keys.KeyFields;
import dev.hapax.operations.keys.Keys;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.topics.Topic;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax key}: what the guard knows of identities. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description =
                "Ask why an identity was or was not acted on, have it forgotten, or list what the guard remembers.")
public final class KeyCommand {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration RECEIPT = Duration.ofSeconds(30);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Command(
            name = "why",
            mixinStandardHelpOptions = true,
            description = "Say whether an identity is in the guard, since when and until when, what became of its first"
                    + " message, how often it was suppressed, and what was quarantined or asked about it.")
    int why(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "IDENTITY", description = "The identity, namespace included.") String identity) {
        Why why = ask(config, keys -> keys.why(identity));
        PrintWriter out = spec.commandLine().getOut();
        out.print(output.json() ? OutputOption.json(KeyFields.of(why)) + "\n" : WhyAnswer.text(why));
        out.flush();
        return ExitCodes.DONE;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the identities the guard remembers, those first seen last at the top.")
    int list(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Option(names = "--namespace", paramLabel = "NAME", description = "Only those of this namespace.") @Nullable
                    String namespace,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "How many at most (default: ${DEFAULT-VALUE}).")
                    int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more");
        }
        List<Remembered> found = ask(config, keys -> keys.list(namespace, limit));
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            found.forEach(key -> out.println(OutputOption.json(KeyFields.of(key))));
        } else {
            out.print(KeyTable.text(found));
        }
        out.flush();
        return ExitCodes.DONE;
    }

    /** Other clients would try for minutes before they say that nobody answers. */
    private static Settings reachable(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, CONNECT).close();
        return settings;
    }

    private <T> T ask(ConfigOption config, Function<Keys, T> question) {
        KafkaClients clients = new KafkaClients(reachable(config));
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                Keys keys = new Keys(clients, files, progress)) {
            return question.apply(keys);
        }
    }

    @Command(
            name = "forget",
            mixinStandardHelpOptions = true,
            description = "Have the guard forget an identity, so that its next message acts. It is done by the instance"
                    + " that guards it, in its transaction, and stays on record in the commands topic.")
    int forget(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why it may act again; goes on record.")
                    String reason,
            @Parameters(paramLabel = "IDENTITY", description = "The identity, namespace included.") String identity) {
        Settings settings = reachable(config);
        Forgetting.Answer answer = new Forgetting(new KafkaClients(settings), Clock.systemUTC())
                .forget(identity, actor.actor(), reason, RECEIPT);
        if (answer instanceof Forgetting.Answer.Waits waits && waits.instanceRuns()) {
            throw new FailedException(
                    "no receipt for command " + waits.command().id() + " within " + RECEIPT.toSeconds()
                            + " s, though an instance runs: it waits in "
                            + settings.topic(Topic.COMMANDS)
                            + " and is executed when the instance gets to it; see with 'hapax key why' and in the"
                            + " instance's log");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(output.json() ? OutputOption.json(KeyFields.of(answer)) + "\n" : ForgetAnswer.text(answer));
        out.flush();
        return ExitCodes.DONE;
    }
}
