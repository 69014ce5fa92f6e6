package dev.hapax.app.campaign;

import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.campaign.Campaign;
import dev.hapax.config.Settings;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.campaign.CampaignTallies;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.LedgerView;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Show how far a campaign is: progress, rate, time left, states and refusals.")
final class CampaignStatusCommand implements Callable<Integer> {

    private static final long EVERY_MILLIS = 1_000;

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Option(
            names = "--watch",
            description = "Go on until the campaign ends. With -o json: a line for each second in which it changed.")
    private boolean watch;

    private final Clock clock = Clock.systemUTC();

    @Override
    public Integer call() {
        Settings settings = chosen.connect();
        KafkaClients clients = new KafkaClients(settings);
        CampaignTallies tallies = new CampaignTallies();
        try (CtrlC ctrlC = new CtrlC()) {
            CampaignView view = ctrlC.closing(new CampaignView(clients));
            LedgerView ledger = ctrlC.closing(LedgerView.ofCampaign(clients, chosen.id(), tallies));
            Shown shown = new Shown(settings, tallies);
            Campaign campaign = view.get(chosen.id());
            try (ProgressLine progress = chosen.progress()) {
                ledger.catchUp(progress);
            }
            if (watch) {
                ctrlC.isTheWayToEnd();
                campaign = watch(view, ledger, shown);
                ctrlC.waitIfPressed();
            }
            if (!watch || !chosen.output().json()) {
                shown.whole(campaign);
            }
        }
        return ExitCodes.DONE;
    }

    private Campaign watch(CampaignView view, LedgerView ledger, Shown shown) {
        LiveLine line = new LiveLine(chosen.output().err(), clock);
        Campaign before = null;
        while (true) {
            Campaign campaign = view.get(chosen.id());
            ledger.catchUp(Progress.UNSEEN);
            if (chosen.output().json()) {
                if (!campaign.equals(before)) {
                    shown.whole(campaign);
                }
            } else {
                line.show(() -> shown.line(campaign));
            }
            before = campaign;
            if (campaign.status().isEnd() && CampaignText.waiting(campaign) == 0) {
                line.end();
                return campaign;
            }
            try {
                Thread.sleep(EVERY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return campaign;
            }
        }
    }

    /** A campaign with what its deliveries say. */
    private final class Shown {

        private final CampaignFields fields;
        private final CampaignTallies tallies;

        Shown(Settings settings, CampaignTallies tallies) {
            this.fields = new CampaignFields(new Masking(settings));
            this.tallies = tallies;
        }

        void whole(Campaign campaign) {
            OutputOption output = chosen.output();
            Map<String, @Nullable Object> all = fields.all(campaign, tallies.of(campaign.id()), clock.millis());
            output.print(
                    all, CampaignText.page(campaign, tallies.of(campaign.id()), clock.millis(), output.terminal()));
        }

        String line(Campaign campaign) {
            return campaign.status() + "  "
                    + CampaignText.progress(campaign, tallies.of(campaign.id()), clock.millis());
        }
    }
}
