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

/** {@code hapax replay resume}: goes on with a replay that was stopped or killed. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = "Go on with a replay where it is. Whoever else works on it is stopped.")
final class ResumeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Parameters(paramLabel = "ID", description = "The replay, as 'hapax replay list' shows it.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private String id;

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description = "At most so many messages a second (default: as it was begun with; 0 for no limit).")
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
