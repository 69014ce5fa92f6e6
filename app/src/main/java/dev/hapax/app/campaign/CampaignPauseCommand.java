package dev.hapax.app.campaign;

import dev.hapax.campaign.CampaignEvent.Action;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign pause}. */
@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        description = "Pause a campaign: nothing more of it becomes due, and workers claim no more of it.")
final class CampaignPauseCommand implements Callable<Integer> {

    @Mixin
    private final RequestedCampaign requested = new RequestedCampaign();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
    private String reason = "";

    @Override
    public Integer call() {
        return requested.request(Action.PAUSE, ChosenCampaign.required(reason), true);
    }
}
