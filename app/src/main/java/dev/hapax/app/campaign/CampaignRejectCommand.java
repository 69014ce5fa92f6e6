package dev.hapax.app.campaign;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign reject}. */
@Command(
        name = "reject",
        mixinStandardHelpOptions = true,
        description = {
            "Reject a campaign: it ends, and nothing more of it is sent.",
            "Asks an instance, which checks your token and signs."
        })
final class CampaignRejectCommand implements Callable<Integer> {

    @Mixin
    private final ReviewedCampaign reviewed = new ReviewedCampaign();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
    private String reason = "";

    @Override
    public Integer call() {
        return reviewed.review(false, ChosenCampaign.required(reason));
    }
}
