package dev.hapax.app.replay;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.Replays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about replays that were started before: their progress, their continuation and their end. */
final class ExistingReplays {

    private static final Pattern ID = Pattern.compile("r[1-9][0-9]{0,9}");

    private ExistingReplays() {}

    /** {@code hapax replay list}. */
    @Command(name = "list", mixinStandardHelpOptions = true, description = "List all replays, the newest first.")
    static final class ListCommand implements Callable<Integer> {

        @Mixin
        private final ConfigOption config = new ConfigOption();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Override
        public Integer call() {
            try (Replays replays = ReplayCommand.open(config.load().settings())) {
                List<ReplayStatus> all = replays.list();
                output.print(
                        OutputOption.list(all.stream().map(ReplayFields::of).toList(), null),
                        all.isEmpty() ? List.of("No replays.") : StatusText.table(all, output.terminal()));
            }
            return ExitCodes.DONE;
        }
    }

    /** {@code hapax replay status}. */
    @Command(name = "status", mixinStandardHelpOptions = true, description = "Show the progress of a replay.")
    static final class StatusCommand implements Callable<Integer> {

        @Mixin
        private final NamedReplay named = new NamedReplay();

        @Override
        public Integer call() {
            return named.print(Replays::status);
        }
    }

    /** {@code hapax replay resume}: continues a replay that was stopped or killed. */
    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description =
                    "Continue a replay where it stopped. If another process is running it, that process is stopped.")
    static final class ResumeCommand implements Callable<Integer> {

        @Mixin
        private final NamedReplay named = new NamedReplay();

        @Option(
                names = "--rate",
                paramLabel = "N/s",
                description =
                        "The maximum number of messages per second, 0 for no limit (default: the rate it was started with).")
        private @Nullable String rate;

        @Mixin
        private final ActorOption actor = new ActorOption();

        @Override
        public Integer call() {
            named.requireId();
            int asked = StartOptions.rate(rate);
            try (Replays replays = named.open();
                    OpenReplay replay = replays.resume(named.id, actor.actor())) {
                int kept = rate == null ? replay.status().plan().rate() : asked;
                return new Running(named.output).run(replay, kept);
            }
        }
    }

    /** {@code hapax replay cancel}. */
    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Cancel a replay, also one that is running. Messages already replayed stay replayed.")
    static final class CancelCommand implements Callable<Integer> {

        @Mixin
        private final NamedReplay named = new NamedReplay();

        @Mixin
        private final ActorOption actor = new ActorOption();

        @Override
        public Integer call() {
            return named.print((replays, id) -> replays.cancel(id, actor.actor()));
        }
    }

    /** The options of a command about one replay, and the printing of its status. */
    static final class NamedReplay {

        @Mixin
        private final ConfigOption config = new ConfigOption();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Parameters(paramLabel = "ID", description = "The id of the replay, as shown by 'hapax replay list'.")
        @SuppressWarnings("NullAway.Init") // picocli sets what is required
        private String id;

        /** @throws IllegalArgumentException if it can't be the id of a replay */
        private void requireId() {
            if (!ID.matcher(id).matches()) {
                throw new IllegalArgumentException(
                        "ID: '" + id + "' must be the id of a replay such as r1, as shown by 'hapax replay list'.");
            }
        }

        private Replays open() {
            return ReplayCommand.open(config.load().settings());
        }

        private int print(BiFunction<Replays, String, ReplayStatus> action) {
            requireId();
            try (Replays replays = open()) {
                ReplayStatus status = action.apply(replays, id);
                output.print(ReplayFields.of(status), StatusText.lines(status, output.terminal()));
            }
            return ExitCodes.DONE;
        }
    }
}
