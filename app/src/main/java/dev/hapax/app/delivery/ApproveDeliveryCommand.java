package dev.hapax.app.delivery;

import dev.hapax.operations.delivery.LedgerActions;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries approve}. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        description = {
            "Approve deliveries. Asks an instance, which checks your token and signs the approval.",
            "The approval counts for the content that the ledger has now. An edit voids it."
        })
final class ApproveDeliveryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ChosenDeliveries chosen = new ChosenDeliveries();

    @Mixin
    private final ApiOption api = new ApiOption();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.")
    private @Nullable String reason;

    @Override
    public Integer call() {
        return api.signsHere()
                ? chosen.act(
                        spec,
                        "approve",
                        settings -> LedgerActions.review(
                                settings.delivery(), true, chosen.actor(), reason, Clock.systemUTC()))
                : chosen.review(spec, api, "approve", reason);
    }
}
