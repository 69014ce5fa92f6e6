package dev.hapax.app.delivery;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.Deliveries;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show a delivery with its whole history, its receipts and the message.")
final class DeliveryShowCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Parameters(paramLabel = "ID", description = "The delivery.")
    private String id = "";

    @Option(names = "--no-message", description = "Without the message, which takes longer to find.")
    private boolean noMessage;

    @Override
    public Integer call() {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        Delivery delivery = new Deliveries(new KafkaClients(settings), Clock.systemUTC()).get(id);
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            new DeliveryShow(settings, progress)
                    .print(delivery, !noMessage, output, spec.commandLine().getOut());
        }
        return ExitCodes.DONE;
    }
}
