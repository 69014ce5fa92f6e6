package dev.hapax.app.campaign;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.OutputOption;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.StagingRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hapax campaign create}. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = {
            "Create a campaign from a file: channel, templates, schedule and limits.",
            "The same file again changes nothing. A campaign does not change after it is created."
        })
final class CampaignCreateCommand implements Callable<Integer> {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Parameters(paramLabel = "FILE", description = "The file in YAML that defines the campaign.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private Path file;

    @Override
    public Integer call() {
        Settings settings = config.load().settings();
        String by = StagingRequest.person("--as", actor.actor());
        CampaignFile.Defined defined =
                CampaignFile.read(file, settings, Clock.systemUTC().instant());
        Cluster.connect(settings, CONNECT).close();
        KafkaClients clients = new KafkaClients(settings);
        try (CampaignView view = new CampaignView(clients)) {
            view.catchUp(Progress.UNSEEN);
            CampaignAnswer answer = new CampaignActions(clients, view)
                    .create(defined.id(), defined.definition(), by, ChosenCampaign.PATIENCE);
            return CampaignText.print(defined.id(), answer, settings, output);
        }
    }
}
