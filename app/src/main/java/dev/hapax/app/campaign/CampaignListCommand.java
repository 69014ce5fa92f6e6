package dev.hapax.app.campaign;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Settings;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.campaign.CampaignView;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List campaigns, those that were created last first.")
final class CampaignListCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Only campaigns with these statuses: ${COMPLETION-CANDIDATES}.")
    private List<CampaignStatus> statuses = List.of();

    @Override
    public Integer call() {
        Settings settings = ChosenCampaign.connect(config);
        List<Campaign> campaigns;
        try (ProgressLine progress = new ProgressLine(output.err(), Clock.systemUTC());
                CampaignView view = new CampaignView(new KafkaClients(settings))) {
            view.catchUp(progress);
            campaigns = view.all().stream()
                    .filter(campaign -> statuses.isEmpty() || statuses.contains(campaign.status()))
                    .sorted(Comparator.<Campaign>comparingLong(
                                    campaign -> campaign.definition().createdAt())
                            .reversed()
                            .thenComparing(Campaign::id))
                    .toList();
        }
        CampaignFields fields = new CampaignFields(new Masking(settings));
        output.print(
                OutputOption.list(campaigns.stream().map(fields::summary).toList(), null),
                campaigns.isEmpty()
                        ? List.of("No campaigns match.")
                        : CampaignText.table(campaigns, output.terminal()));
        return ExitCodes.DONE;
    }
}
