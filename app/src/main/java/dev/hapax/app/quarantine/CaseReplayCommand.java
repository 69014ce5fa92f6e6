package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax quarantine replay}: gives messages again, as they are. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Give quarantined messages again, byte for byte: one, several, or all that match.",
            "The message and the new state of its case are one transaction: run it again after a crash, and each is still given once."
        })
final class CaseReplayCommand implements Callable<Integer> {

    @Mixin
    private final CaseChangeOptions change = new CaseChangeOptions();

    @Mixin
    private final CaseSelection selection = new CaseSelection();

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Option(names = "--message", paramLabel = "TEXT", description = "Why, for the record.")
    private @Nullable String message;

    @Option(
            names = "--force",
            description = "Also what is parked, would be quarantined again, or has a copy that acted already.")
    private boolean force;

    @Override
    public Integer call() {
        return selection.act(change, new CaseAction.Replay(message, force), "replay", wait.duration());
    }
}
