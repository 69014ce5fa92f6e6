package dev.hapax.app.campaign;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.ProgressLine;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.instance.ChannelFactory;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignPreview;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.StagingRequest;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign test}. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Send the mail of one recipient to another address: yours.",
            "It is a delivery of its own, which needs an approval too. The recipient gets nothing."
        })
final class CampaignTestCommand implements Callable<Integer> {

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Mixin
    private final SampleRecipient sample = new SampleRecipient();

    @Option(names = "--to", required = true, paramLabel = "ADDRESS", description = "Where the mail goes.")
    private String to = "";

    @Override
    public Integer call() {
        Settings settings = chosen.connect();
        String by = StagingRequest.person("--as", actor.actor());
        KafkaClients clients = new KafkaClients(settings);
        try (CampaignView view = new CampaignView(clients);
                ProgressLine progress = chosen.progress();
                LedgerView ledger = new LedgerView(clients)) {
            Campaign campaign = view.get(chosen.id());
            Recipient recipient = sample.recipient(settings, campaign, progress);
            ledger.catchUp(progress);
            int number = next(ledger);
            // Another Message-ID than the mail that the recipient gets.
            Recipient tester = new Recipient(recipient.subscriber() + ":test-" + number, to, recipient.values());
            byte[] mail = new CampaignPreview(clients, campaign).mail(tester);
            return stage(clients, ledger, campaign, id(number), mail, by);
        }
    }

    private String id(int number) {
        return "campaign-test:" + chosen.id() + ":" + number;
    }

    private int next(LedgerView ledger) {
        int number = 1;
        while (ledger.find(id(number)) != null) {
            number++;
        }
        return number;
    }

    private int stage(KafkaClients clients, LedgerView ledger, Campaign campaign, String id, byte[] mail, String by) {
        Settings settings = clients.settings();
        ChannelSettings channel =
                settings.delivery().channels().get(campaign.definition().channel());
        String problem = channel == null ? "there is no such channel" : ChannelFactory.problem(channel, mail, to);
        if (problem != null) {
            throw new FailedException(
                    "channel " + campaign.definition().channel() + " can't send this mail: " + problem);
        }
        StagingRequest staged = new StagingRequest(
                id, campaign.definition().channel(), to, mail, null, null, "a test of campaign " + campaign.id(), 1);
        Delivery now = new LedgerActions(clients, ledger)
                .stage(
                        id,
                        staged.draft(
                                by,
                                Clock.systemUTC().instant(),
                                settings.delivery().longestWait()),
                        mail,
                        ChosenCampaign.PATIENCE);
        if (now == null) {
            throw new FailedException("delivery " + id + " was written, and no instance has read it within "
                    + ChosenCampaign.PATIENCE.toSeconds() + " s. It is read as soon as an instance runs.");
        }
        boolean waits = now.state() == DeliveryState.AWAITING_APPROVAL;
        chosen.output()
                .print(
                        DeliveryFields.summary(now, null),
                        id + ": " + now.state()
                                + (waits ? ". To send it to " + to + ", run: hapax deliveries approve " + id : ""));
        return ExitCodes.DONE;
    }
}
