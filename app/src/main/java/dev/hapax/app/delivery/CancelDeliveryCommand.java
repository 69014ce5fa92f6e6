package dev.hapax.app.delivery;

import dev.hapax.operations.delivery.DeliveryAction;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries cancel}. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Cancel deliveries that are not on their way yet.")
final class CancelDeliveryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ChosenDeliveries chosen = new ChosenDeliveries();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
    private String reason = "";

    @Override
    public Integer call() {
        String why = ChosenDeliveries.required("--reason", reason);
        return chosen.act(spec, "cancel", settings -> new DeliveryAction.Cancel(chosen.actor(), why));
    }
}
