package dev.hapax.app.replay;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.Replays;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax replay list}: all replays in the brokers. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "List all replays, the newest first.")
final class ReplayListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Replays replays = Connected.replays(config.load().settings())) {
            List<ReplayStatus> all = replays.list();
            if (output.json()) {
                out.println(OutputOption.json(
                        OutputOption.list(all.stream().map(ReplayFields::of).toList(), null)));
            } else if (all.isEmpty()) {
                out.println("No replays.");
            } else {
                StatusText.table(all, output.terminal()).forEach(out::println);
            }
        }
        out.flush();
        return ExitCodes.DONE;
    }
}
