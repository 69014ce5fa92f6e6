package dev.hapax.app.replay;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.Replays;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax replay status}: the range and the progress of a replay. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Show the progress of a replay.")
final class ReplayStatusCommand implements Callable<Integer> {

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

    @Override
    public Integer call() {
        RangeWords.requireId(id);
        try (Replays replays = Connected.replays(config.load().settings())) {
            print(replays.status(id), spec, output);
        }
        return ExitCodes.DONE;
    }

    static void print(ReplayStatus status, CommandSpec spec, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(ReplayFields.of(status)));
        } else {
            StatusText.lines(status, output.terminal()).forEach(out::println);
        }
        out.flush();
    }
}
