package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax quarantine drop}: closes cases without giving their messages again. */
@Command(
        name = "drop",
        mixinStandardHelpOptions = true,
        description =
                "Close cases for good. The message stays in the quarantine topic until its retention ends, but nobody will act on it.")
final class DropCommand implements Callable<Integer> {

    @Mixin
    private final CaseChangeOptions change = new CaseChangeOptions();

    @Mixin
    private final CaseSelection selection = new CaseSelection();

    @Option(names = "--message", paramLabel = "TEXT", required = true, description = "Why, for the record.")
    private String message = "";

    @Override
    public Integer call() {
        if (message.isBlank()) {
            throw new IllegalArgumentException("--message: why is it dropped? The reason goes on record");
        }
        return selection.act(change, new CaseAction.Drop(message), "drop", Duration.ZERO);
    }
}
