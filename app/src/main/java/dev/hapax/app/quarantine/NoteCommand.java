package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax quarantine note}: what others should know about a case. */
@Command(name = "note", mixinStandardHelpOptions = true, description = "Add a note to the history of cases.")
final class NoteCommand implements Callable<Integer> {

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
