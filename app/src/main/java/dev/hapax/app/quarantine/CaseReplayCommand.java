package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax quarantine replay}: processes messages again, unchanged. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Process quarantined messages again, unchanged: one, several, or all that match.",
            "Each message and the new state of its case are written in one transaction. After a crash, run the command again:"
                    + " no message is replayed twice."
        })
final class CaseReplayCommand implements Callable<Integer> {

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
