package dev.hapax.app.quarantine;

import dev.hapax.app.CommandGroup;
import dev.hapax.operations.quarantine.CaseAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            QuarantineCommand.AssignCommand.class,
            QuarantineCommand.NoteCommand.class,
            QuarantineCommand.ReplayCommand.class,
            EditCommand.class,
            QuarantineCommand.DropCommand.class,
            ArchiveCommands.ExportCommand.class,
            ArchiveCommands.ImportCommand.class
        })
public final class QuarantineCommand extends CommandGroup {

    /** {@code hapax quarantine assign}: whose case it is. */
    @Command(
            name = "assign",
            mixinStandardHelpOptions = true,
            description = "Assign cases to a person, or unassign them.")
    static final class AssignCommand implements Callable<Integer> {

        @Mixin
        private final CaseChangeOptions change = new CaseChangeOptions();

        @Parameters(paramLabel = "CASE", arity = "1..*", description = "Cases, as topic-partition@offset.")
        private List<String> cases = List.of();

        @ArgGroup(multiplicity = "1")
        @SuppressWarnings("NullAway.Init") // picocli sets what is required
        private Owner owner;

        /** One of the two. */
        private static final class Owner {
            @Option(names = "--to", paramLabel = "NAME", description = "The person to assign the cases to.")
            private @Nullable String name;

            @Option(names = "--nobody", description = "Unassign the cases.")
            private boolean nobody;
        }

        @Override
        public Integer call() {
            return change.act(CaseIds.parse(cases), new CaseAction.Assign(owner.nobody ? null : owner.name));
        }
    }

    /** {@code hapax quarantine note}: what others should know about a case. */
    @Command(name = "note", mixinStandardHelpOptions = true, description = "Add a note to the history of cases.")
    static final class NoteCommand implements Callable<Integer> {

        @Mixin
        private final CaseChangeOptions change = new CaseChangeOptions();

        @Parameters(paramLabel = "CASE", arity = "1..*", description = "Cases, as topic-partition@offset.")
        private List<String> cases = List.of();

        @Mixin
        @SuppressWarnings("UnusedVariable") // picocli reads it
        private final FormerOptions.Message former = new FormerOptions.Message();

        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "The text of the note.")
        private String text = "";

        @Override
        public Integer call() {
            return change.act(CaseIds.parse(cases), new CaseAction.Note(text));
        }
    }

    /** {@code hapax quarantine replay}: processes messages again, unchanged. */
    @Command(
            name = "replay",
            mixinStandardHelpOptions = true,
            description = {
                "Process quarantined messages again, unchanged: one, several, or all that match.",
                "Each message and the new state of its case are written in one transaction. After a crash, run the command again:"
                        + " no message is replayed twice."
            })
    static final class ReplayCommand implements Callable<Integer> {

        @Mixin
        private final CaseChangeOptions change = new CaseChangeOptions();

        @Mixin
        private final CaseSelection selection = new CaseSelection();

        @Mixin
        private final CaseChangeOptions.WaitOption wait = new CaseChangeOptions.WaitOption();

        @Mixin
        @SuppressWarnings("UnusedVariable") // picocli reads it
        private final FormerOptions.Message former = new FormerOptions.Message();

        @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded with the change.")
        private @Nullable String reason;

        @Option(
                names = "--force",
                description =
                        "Include messages that are parked, would be quarantined again, or have a copy that was processed.")
        private boolean force;

        @Override
        public Integer call() {
            return selection.act(change, new CaseAction.Replay(reason, force), "replay", wait.duration());
        }
    }

    /** {@code hapax quarantine drop}: closes cases without processing their messages. */
    @Command(
            name = "drop",
            mixinStandardHelpOptions = true,
            description = {
                "Close cases without processing their messages.",
                "The messages stay in the quarantine topic until its retention expires."
            })
    static final class DropCommand implements Callable<Integer> {

        @Mixin
        private final CaseChangeOptions change = new CaseChangeOptions();

        @Mixin
        private final CaseSelection selection = new CaseSelection();

        @Mixin
        @SuppressWarnings("UnusedVariable") // picocli reads it
        private final FormerOptions.Message former = new FormerOptions.Message();

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                required = true,
                description = "Why; recorded with the change.")
        private String reason = "";

        @Override
        public Integer call() {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("--reason: must not be empty. It is recorded with the change.");
            }
            return selection.act(change, new CaseAction.Drop(reason), "drop", Duration.ZERO);
        }
    }
}
