package dev.hapax.app.campaign;

import dev.hapax.campaign.CampaignEvent.Action;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign cancel}. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Cancel a campaign for good: what was not sent yet never is.")
final class CampaignCancelCommand implements Callable<Integer> {

    @Mixin
    private final RequestedCampaign requested = new RequestedCampaign();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
    private String reason = "";

    @Option(names = "--yes", description = "Apply. Without it: only count.")
    private boolean yes;

    @Override
    public Integer call() {
        return requested.request(Action.CANCEL, ChosenCampaign.required(reason), yes);
    }
}
