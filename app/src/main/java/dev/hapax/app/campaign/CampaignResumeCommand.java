package dev.hapax.app.campaign;

import dev.hapax.campaign.CampaignEvent.Action;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign resume}. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = "Resume a paused campaign: what was not sent yet is sent.")
final class CampaignResumeCommand implements Callable<Integer> {

    @Mixin
    private final RequestedCampaign requested = new RequestedCampaign();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.")
    private @Nullable String reason;

    @Override
    public Integer call() {
        return requested.request(Action.RESUME, reason, true);
    }
}
