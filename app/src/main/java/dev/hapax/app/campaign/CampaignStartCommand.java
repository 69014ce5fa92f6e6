package dev.hapax.app.campaign;

import dev.hapax.campaign.CampaignEvent.Action;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = "Start an approved campaign: its mails become due, within its limits.")
final class CampaignStartCommand implements Callable<Integer> {

    @Mixin
    private final RequestedCampaign requested = new RequestedCampaign();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.")
    private @Nullable String reason;

    @Option(names = "--yes", description = "Apply. Without it: only count.")
    private boolean yes;

    @Override
    public Integer call() {
        return requested.request(Action.START, reason, yes);
    }
}
