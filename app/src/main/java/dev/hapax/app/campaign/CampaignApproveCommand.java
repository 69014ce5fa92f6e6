package dev.hapax.app.campaign;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign approve}. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        description = {
            "Approve a campaign with the recipients that are loaded. Asks an instance, which checks your token and signs.",
            "Recipients that are loaded later need another approval. Of those with the same address, one stays."
        })
final class CampaignApproveCommand implements Callable<Integer> {

    @Mixin
    private final ReviewedCampaign reviewed = new ReviewedCampaign();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.")
    private @Nullable String reason;

    @Override
    public Integer call() {
        return reviewed.review(true, reason);
    }
}
