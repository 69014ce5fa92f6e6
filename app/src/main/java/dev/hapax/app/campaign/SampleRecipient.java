package dev.hapax.app.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignPreview;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.LedgerView;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say whose values a mail is rendered with. */
final class SampleRecipient {

    private static final String NOBODY = "somebody@example.com";

    @Option(
            names = "--recipient",
            paramLabel = "ID|ADDRESS",
            description = "A recipient that is loaded (default: the first one).")
    private @Nullable String recipient;

    @Option(names = "--file", paramLabel = "FILE", description = "The first recipient of a file, loaded or not.")
    private @Nullable String file;

    @Option(names = "--values", paramLabel = "NAME=TEXT", description = "Values instead of a recipient; repeatable.")
    private Map<String, String> values = new TreeMap<>();

    /** @throws OperationException when there is none */
    Recipient recipient(Settings settings, Campaign campaign, Progress progress) {
        String from = file;
        if (Stream.of(recipient != null, from != null, !values.isEmpty())
                        .filter(given -> given)
                        .count()
                > 1) {
            throw new IllegalArgumentException("give one of --recipient, --file and --values");
        }
        if (!values.isEmpty()) {
            return new Recipient(NOBODY, NOBODY, values);
        }
        if (from != null) {
            return CampaignPreview.first(RecipientFile.of(from));
        }
        KafkaClients clients = new KafkaClients(settings);
        CampaignPreview preview = new CampaignPreview(clients, campaign);
        Delivery delivery =
                recipient == null ? first(clients, campaign, progress) : preview.delivery(recipient, progress);
        Recipient loaded = preview.recipient(delivery, progress);
        if (loaded == null) {
            throw new OperationException("the values of " + delivery.id()
                    + " are not in the topics any more, or this configuration writes other mails than the one that was"
                    + " loaded with. Ask an instance: GET /api/campaigns/" + campaign.id() + "/preview");
        }
        return loaded;
    }

    private static Delivery first(KafkaClients clients, Campaign campaign, Progress progress) {
        try (LedgerView view = LedgerView.ofCampaign(clients, campaign.id(), LedgerView.Listener.NONE)) {
            view.catchUp(progress);
            return view.ofCampaign(campaign.id()).stream()
                    .min(Comparator.comparing(Delivery::id))
                    .orElseThrow(() -> new OperationException("campaign " + campaign.id()
                            + " has no recipients yet: add --file FILE or --values NAME=TEXT"));
        }
    }
}
