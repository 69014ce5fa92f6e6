package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax quarantine drop}: closes cases without processing their messages. */
@Command(
        name = "drop",
        mixinStandardHelpOptions = true,
        description = {
            "Close cases without processing their messages.",
            "The messages stay in the quarantine topic until its retention expires."
        })
final class DropCommand implements Callable<Integer> {

    @Mixin
    private final CaseChangeOptions change = new CaseChangeOptions();

    @Mixin
    private final CaseSelection selection = new CaseSelection();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final FormerOptions.Message former = new FormerOptions.Message();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; recorded with the change.")
    private String reason = "";

    @Override
    public Integer call() {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason: must not be empty. It is recorded with the change.");
        }
        return selection.act(change, new CaseAction.Drop(reason), "drop", Duration.ZERO);
    }
}
