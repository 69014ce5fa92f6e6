package dev.hapax.app.quarantine;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine}: what waits for a person, and what a person may do with it. */
@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        description = {
            "Look into the quarantine, and give back, change or drop what is in it.",
            "A case is named by where its message came from: topic-partition@offset."
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
