package dev.hapax.app.delivery;

import dev.hapax.operations.delivery.LedgerActions;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries reject}. */
@Command(
        name = "reject",
        mixinStandardHelpOptions = true,
        description = {"Reject deliveries: they are never sent.", "Asks an instance, which checks your token and signs."
        })
final class RejectDeliveryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ChosenDeliveries chosen = new ChosenDeliveries();

    @Mixin
    private final ApiOption api = new ApiOption();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
    private String reason = "";

    @Override
    public Integer call() {
        String why = ChosenDeliveries.required("--reason", reason);
        return api.signsHere()
                ? chosen.act(
                        spec,
                        "reject",
                        settings -> LedgerActions.review(
                                settings.delivery(), false, chosen.actor(), why, Clock.systemUTC()))
                : chosen.review(spec, api, "reject", why);
    }
}
