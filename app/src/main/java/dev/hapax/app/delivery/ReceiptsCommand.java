package dev.hapax.app.delivery;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.ReceiptsCheck;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax receipts}: whether the evidence is whole. */
@Command(name = "receipts", mixinStandardHelpOptions = true, description = "Check the receipts of deliveries.")
public final class ReceiptsCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = {
                "Check the signature of each receipt, their chain, and that the ledger agrees with them.",
                "Names every receipt that is missing, altered, copied or invented. Exit code 1 if there is one, 4 if none was"
                        + " found but receipts of ended deliveries are deleted from the topic."
            })
    int verify(@Mixin ConfigOption config, @Mixin OutputOption output) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        KafkaClients clients = new KafkaClients(settings);
        ReceiptsCheck.Result result;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            result = ReceiptsCheck.of(clients, new Deliveries(clients, Clock.systemUTC()), progress);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("receipts", result.receipts());
            fields.put("valid", result.valid());
            fields.put("notKnown", result.notKnown());
            fields.put("problems", result.problems());
            out.println(OutputOption.json(fields));
        } else {
            result.problems().forEach(out::println);
            out.println(result.receipts() + " receipts, " + result.valid() + " valid"
                    + (result.problems().isEmpty() ? ". The ledger agrees with them." : ""));
            if (result.notKnown() > 0) {
                out.println(
                        "Not known: " + result.notKnown()
                                + ". Deliveries that have ended, and whose receipts are deleted from the beginning of the topic.");
            }
        }
        out.flush();
        if (!result.problems().isEmpty()) {
            return ExitCodes.FAILED;
        }
        return result.notKnown() == 0 ? ExitCodes.DONE : ExitCodes.NOT_KNOWN;
    }
}
