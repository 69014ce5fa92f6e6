package dev.hapax.app.replay;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.OutputOption;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.Replays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax replay resume}: continues a replay that was stopped or killed. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = "Continue a replay where it stopped. If another process is running it, that process is stopped.")
final class ResumeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Parameters(paramLabel = "ID", description = "The id of the replay, as shown by 'hapax replay list'.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private String id;

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description =
                    "The maximum number of messages per second, 0 for no limit (default: the rate it was started with).")
    private @Nullable String rate;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Override
    public Integer call() {
        RangeWords.requireId(id);
        int asked = RangeWords.rate(rate);
        try (Replays replays = Connected.replays(config.load().settings());
                OpenReplay replay = replays.resume(id, actor.actor())) {
            int kept = rate == null ? replay.status().plan().rate() : asked;
            return new Running(spec, output).run(replay, kept);
        }
    }
}
