package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.Inbox;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax quarantine show}: everything about a case, and what can be done next. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description =
                "Show a case: why and where it failed, its message decoded and as bytes, its history, and the commands to"
                        + " run next.")
final class ShowCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(paramLabel = "CASE", description = "The case, as topic-partition@offset.")
    private String name = "";

    @Option(names = "--whole", description = "Show the payload, its bytes and the stack trace in full.")
    private boolean whole;

    @Override
    public Integer call() {
        Coordinates id = CaseIds.parse(name);
        Case.Details details;
        KafkaClients clients = CaseChangeOptions.connected(config);
        long skipped;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC());
                CaseFiles files = new CaseFiles(clients, Clock.systemUTC());
                Inbox inbox = new Inbox(clients, files)) {
            details = inbox.find(id, progress);
            skipped = inbox.skipped();
        }
        CaseChangeOptions.printSkipped(spec.commandLine().getErr(), skipped);
        String text = output.json()
                ? OutputOption.json(CaseFields.of(details)) + System.lineSeparator()
                : new CasePage(details, config.file(), whole, output.terminal()).text();
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCodes.DONE;
    }
}
