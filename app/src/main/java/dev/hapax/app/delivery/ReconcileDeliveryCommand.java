package dev.hapax.app.delivery;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.operations.delivery.DeliveryAction;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries reconcile}. */
@Command(
        name = "reconcile",
        mixinStandardHelpOptions = true,
        description = "Record what became of stranded deliveries.")
final class ReconcileDeliveryCommand implements Callable<Integer> {

    /** What a person found out. */
    private static final class Resolution {
        @Option(names = "--sent", description = "The target has it.")
        private boolean sent;

        @Option(names = "--not-sent", description = "The target does not have it. It is sent again.")
        private boolean notSent;

        @Option(names = "--abandon", description = "Give up: it is not sent again, whatever happened.")
        private boolean abandon;

        DeliveryEvent.Resolution value() {
            if (sent) {
                return DeliveryEvent.Resolution.SENT;
            }
            if (notSent) {
                return DeliveryEvent.Resolution.NOT_SENT;
            }
            if (abandon) {
                return DeliveryEvent.Resolution.ABANDONED;
            }
            throw new IllegalArgumentException("add --sent, --not-sent or --abandon");
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ChosenDeliveries chosen = new ChosenDeliveries();

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Resolution resolution = new Resolution();

    @Option(
            names = "--evidence",
            required = true,
            paramLabel = "TEXT",
            description = "How you know, such as a line of the server's log; recorded.")
    private String evidence = "";

    @Override
    public Integer call() {
        String why = ChosenDeliveries.required("--evidence", evidence);
        DeliveryEvent.Resolution found = resolution.value();
        return chosen.act(spec, "reconcile", settings -> new DeliveryAction.Reconcile(found, chosen.actor(), why));
    }
}
