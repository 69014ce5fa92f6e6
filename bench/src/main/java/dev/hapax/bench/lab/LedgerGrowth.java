package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.BenchCampaign;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.operations.campaign.CampaignLoad;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Loads a campaign into the ledger of an instance, and measures what it takes, and how soon it is there again. */
public final class LedgerGrowth implements AutoCloseable {

    private static final String CAMPAIGN = "recipients";
    /** Nothing is sent. */
    private static final int NO_MAIL_SERVER = 9;

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final long LOOK_EVERY_MILLIS = 20;

    private final Lab lab;
    private final Task task;
    private final Path configFile;
    private final KafkaClients clients;
    private final CampaignView campaigns;

    /**
     * What one size came to.
     *
     * @param loadSeconds until an instance had staged all of them
     * @param diskBytes of the state folder, after the instance had stopped
     * @param changelogBytes on the broker
     * @param startSeconds from the start of the process until all partitions have answered, with its state folder
     * @param restoreSeconds the same without its state folder
     * @param residentBytes of the process that has restored
     * @param heapBytes of its live objects
     */
    public record Found(
            long deliveries,
            double loadSeconds,
            long diskBytes,
            long changelogBytes,
            double startSeconds,
            double restoreSeconds,
            OptionalLong residentBytes,
            long heapBytes) {}

    /** How many deliveries go into the ledger of which application. */
    public record Task(String application, Path folder, long deliveries, List<String> jvmFlags) {}

    public LedgerGrowth(Lab lab, Task task) {
        this.lab = lab;
        this.task = task;
        try {
            configFile = BenchCampaign.writeConfig(
                    task.folder(),
                    new BenchCampaign.Setting(
                            task.application(), lab.bootstrap(), Lab.PARTITIONS, NO_MAIL_SERVER, "2m"));
            Files.writeString(task.folder().resolve("signing.pem"), SigningKey.generate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Settings settings = SettingsFile.read(configFile, name -> null);
        clients = new KafkaClients(settings);
        HapaxDeliverer.createTopics(settings);
        campaigns = new CampaignView(clients);
    }

    /** @throws ContenderException when the instance ends by itself or does not answer */
    public Found measure(LongConsumer progress) throws InterruptedException {
        double loadSeconds;
        try (ContenderProcess instance = start()) {
            awaitAnswer(instance, CAMPAIGN);
            long began = System.nanoTime();
            load(progress);
            loadSeconds = (System.nanoTime() - began) / 1e9;
        }
        Path state = task.folder().resolve("state");
        long diskBytes = ContenderProcess.diskBytes(state);
        long changelogBytes = lab.changelogBytes(task.application());
        double startSeconds;
        try (ContenderProcess instance = start()) {
            startSeconds = awaitAnswer(instance, "with-state");
        }
        WorkFolder.delete(state);
        try (ContenderProcess instance = start()) {
            double restoreSeconds = awaitAnswer(instance, "without-state");
            long heapBytes = instance.liveHeap();
            return new Found(
                    task.deliveries(),
                    loadSeconds,
                    diskBytes,
                    changelogBytes,
                    startSeconds,
                    restoreSeconds,
                    instance.residentMemory(),
                    heapBytes);
        }
    }

    private ContenderProcess start() {
        return ContenderProcess.start(
                ContenderProgram.deliverer(DeliverMails.HAPAX),
                task.folder().resolve("run"),
                task.jvmFlags(),
                List.of("run", "-c", configFile.toString()));
    }

    private void load(LongConsumer progress) {
        try {
            Path file = BenchCampaign.writeRecipients(task.folder(), CAMPAIGN, task.deliveries());
            Progress staged = (what, done, total) -> progress.accept(done);
            CampaignLoad.Result result = new CampaignLoad(clients, campaigns, task.folder())
                    .load(CAMPAIGN, RecipientFile.of(file.toString()), "bench", staged);
            if (!result.isComplete() || result.added() != task.deliveries()) {
                throw new ContenderException("it did not load all recipients: " + result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a campaign, and returns in how many seconds every partition of the ledger has counted it. */
    private double awaitAnswer(ContenderProcess instance, String campaign) throws InterruptedException {
        long began = System.nanoTime();
        CampaignAnswer answer = create(campaign);
        if (!answer.decided() || answer.refused() != null) {
            throw new ContenderException("the ledger did not agree: " + answer.refused() + instance.lastWords());
        }
        while (!campaigns.get(campaign).isKnownTo(Lab.PARTITIONS)) {
            instance.requireAlive();
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw new ContenderException("it did not answer" + instance.lastWords());
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private CampaignAnswer create(String campaign) {
        try {
            CampaignFile.Defined defined = CampaignFile.read(
                    BenchCampaign.writeDefinition(task.folder(), campaign),
                    clients.settings(),
                    Clock.systemUTC().instant());
            return new CampaignActions(clients, campaigns).create(campaign, defined.definition(), "bench", PATIENCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        campaigns.close();
        lab.deleteTopics(task.application());
    }
}
