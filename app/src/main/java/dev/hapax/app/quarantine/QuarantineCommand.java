package dev.hapax.app.quarantine;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine}: the messages that wait for a person, and what can be done with them. */
@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        description = {
            "List, inspect, replay, correct or drop quarantined messages.",
            "Each quarantined message is a case, named by the position of its message: topic-partition@offset."
        },
        subcommands = {
            CaseListCommand.class,
            ShowCommand.class,
            AssignCommand.class,
            NoteCommand.class,
            CaseReplayCommand.class,
            EditCommand.class,
            DropCommand.class,
            ExportCommand.class,
            ImportCommand.class
        })
public final class QuarantineCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}
