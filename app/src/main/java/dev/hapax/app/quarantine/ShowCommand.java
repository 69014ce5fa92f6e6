package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax quarantine show}: everything about a case, and what can be done next. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description =
                "Show a case: why and where it failed, its message decoded and as bytes, its history, and the commands to"
                        + " run next.")
final class ShowCommand implements Callable<Integer> {

    @Mixin
    private final CaseAccess access = new CaseAccess();

    @Parameters(paramLabel = "CASE", description = "The case, as topic-partition@offset.")
    private String name = "";

    @Option(names = "--whole", description = "Show the payload, its bytes and the stack trace in full.")
    private boolean whole;

    @Override
    public Integer call() {
        Coordinates id = CaseIds.parse(name);
        OutputOption output = access.output();
        Case.Details details = access.read((inbox, progress) -> {
            Case.Details found = inbox.find(id, progress);
            progress.close();
            access.printSkipped(inbox.skipped());
            return found;
        });
        output.print(
                CaseFields.of(details),
                new CasePage(details, access.configFile(), whole, output.terminal())
                        .text()
                        .lines()
                        .toList());
        return ExitCodes.DONE;
    }
}
