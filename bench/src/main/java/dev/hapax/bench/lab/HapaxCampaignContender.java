package dev.hapax.bench.lab;

import dev.hapax.bench.contender.BenchCampaign;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.operations.campaign.CampaignLoad;
import dev.hapax.operations.campaign.CampaignReview;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Hapax as a user runs it: {@code hapax run} and {@code hapax deliver} in processes of their own, and what {@code hapax campaign}
 * does in this one.
 */
public final class HapaxCampaignContender implements CampaignContender {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Lab lab;
    private final DeliveryRace.Task task;
    private final Path configFile;
    private final KafkaClients clients;
    private final CampaignView campaigns;
    private final CampaignActions actions;
    private final ContenderProcess instance;
    private ContenderProcess worker;

    /** @param lease of the deliveries: those of a dead worker are stranded after that */
    public HapaxCampaignContender(Lab lab, DeliveryRace.Task task, String lease) {
        this.lab = lab;
        this.task = task;
        try {
            configFile = BenchCampaign.writeConfig(
                    task.folder(),
                    new BenchCampaign.Setting(
                            task.name(),
                            lab.bootstrap(),
                            task.connections(),
                            task.sink().port(),
                            lease));
            Files.writeString(task.folder().resolve("signing.pem"), SigningKey.generate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Settings settings = SettingsFile.read(configFile, name -> null);
        clients = new KafkaClients(settings);
        HapaxDeliverer.createTopics(settings);
        new DeliverySwitch(clients, Clock.systemUTC()).enable("bench", "the bench's own server", false);
        campaigns = new CampaignView(clients);
        actions = new CampaignActions(clients, campaigns);
        instance = start("run");
        worker = start("deliver");
    }

    private ContenderProcess start(String command) {
        return ContenderProcess.start(
                ContenderProgram.deliverer(DeliverMails.HAPAX),
                task.folder().resolve(command),
                task.jvmFlags(command),
                List.of(command, "-c", configFile.toString()));
    }

    @Override
    public void prepare(String campaign) {
        try {
            CampaignFile.Defined defined = CampaignFile.read(
                    BenchCampaign.writeDefinition(task.folder(), campaign),
                    clients.settings(),
                    Clock.systemUTC().instant());
            require(actions.create(campaign, defined.definition(), "bench", PATIENCE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void begin(String campaign, Path recipients) {
        CampaignLoad.Result loaded = new CampaignLoad(clients, campaigns, task.folder())
                .load(campaign, RecipientFile.of(recipients.toString()), "bench", Progress.UNSEEN);
        if (!loaded.isComplete()) {
            throw new ContenderException("it did not load all recipients: " + loaded);
        }
        try (LedgerView ledger = LedgerView.ofCampaign(clients, campaign, LedgerView.Listener.NONE)) {
            CampaignReview review = new CampaignReview(clients, campaigns, ledger, Clock.systemUTC());
            approve(review, campaign, "first");
            if (!campaigns.get(campaign).pending().isEmpty()) {
                approve(review, campaign, "second");
            }
        }
        require(actions.request(campaign, Action.START, "bench", null, PATIENCE));
    }

    private void approve(CampaignReview review, String campaign, String by) {
        require(review.approve(
                new CampaignReview.Decision(campaign, by, null),
                LedgerActions.signingKey(clients.settings().delivery()),
                PATIENCE,
                Progress.UNSEEN));
    }

    private static void require(CampaignAnswer answer) {
        if (!answer.decided() || answer.refused() != null) {
            throw new ContenderException("the ledger did not agree: " + answer.refused());
        }
    }

    @Override
    public boolean isDone(String campaign) {
        return campaigns.get(campaign).status() == CampaignStatus.DONE;
    }

    @Override
    public void killSender() {
        worker.kill();
        worker = start("deliver");
    }

    @Override
    public List<String> unknown(String campaign) {
        try (LedgerView ledger = LedgerView.ofCampaign(clients, campaign, LedgerView.Listener.NONE)) {
            ledger.catchUp(Progress.UNSEEN);
            return ledger.ofCampaign(campaign).stream()
                    .filter(delivery -> delivery.state() == DeliveryState.STRANDED)
                    .map(delivery -> delivery.draft().target())
                    .toList();
        }
    }

    @Override
    public Usage usage() {
        return new Usage(Cpu.of(ProcessHandle.current()), worker.cpu(), instance.cpu(), lab.brokerCpu());
    }

    @Override
    public void requireAlive() {
        instance.requireAlive();
        worker.requireAlive();
    }

    @Override
    public void close() {
        campaigns.close();
        worker.close();
        instance.close();
        lab.deleteTopics(task.name());
    }
}
