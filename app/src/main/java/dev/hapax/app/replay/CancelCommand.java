package dev.hapax.app.replay;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.operations.replay.Replays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax replay cancel}: ends a replay. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Cancel a replay, also one that is running. Messages already replayed stay replayed.")
final class CancelCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Parameters(paramLabel = "ID", description = "The id of the replay, as shown by 'hapax replay list'.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private String id;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Override
    public Integer call() {
        RangeWords.requireId(id);
        try (Replays replays = Connected.replays(config.load().settings())) {
            ReplayStatusCommand.print(replays.cancel(id, actor.actor()), spec, output);
        }
        return ExitCodes.DONE;
    }
}
