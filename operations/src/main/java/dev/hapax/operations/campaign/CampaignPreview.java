package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The mails of a campaign as its recipients get them. */
public final class CampaignPreview {

    private final KafkaClients clients;
    private final Campaign campaign;
    private final CampaignMail mail;

    /** @throws IllegalArgumentException when this configuration can't send the campaign, saying why */
    public CampaignPreview(KafkaClients clients, Campaign campaign) {
        this.clients = clients;
        this.campaign = campaign;
        this.mail = CampaignMail.of(campaign.id(), campaign.definition(), clients.settings());
    }

    /**
     * The exact bytes for a recipient.
     *
     * @throws OperationException when the recipient lacks a value that the templates need, or when the mail is too large
     */
    public byte[] mail(Recipient recipient) {
        try {
            return mail.render(recipient, clients.settings().delivery().maxArtifactBytes());
        } catch (RenderException e) {
            throw new OperationException(
                    "the mail of " + recipient.subscriber() + " can't be rendered: " + e.getMessage(), e);
        }
    }

    /**
     * The first recipient of a file.
     *
     * @throws IllegalArgumentException when it has none, or when it is wrong
     */
    public static Recipient first(RecipientFile file) {
        try (RecipientReader reader = file.open()) {
            RecipientLine line = reader.next();
            if (line instanceof RecipientLine.Good good) {
                return good.recipient();
            }
            throw new IllegalArgumentException(
                    line instanceof RecipientLine.Bad bad
                            ? bad.problem().toString()
                            : file.name() + " has no recipients");
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    /**
     * The delivery of a recipient that is loaded.
     *
     * @param who the subscriber or the address
     * @throws UnknownException when it is not loaded
     */
    public Delivery delivery(String who, Progress progress) {
        String id = Recipient.deliveryIds(campaign.id()) + who;
        try (LedgerView view = new LedgerView(clients, List.of(id))) {
            view.catchUp(progress);
            Delivery found = view.find(id);
            if (found != null) {
                return found;
            }
        }
        try (LedgerView view = LedgerView.ofCampaign(clients, campaign.id(), LedgerView.Listener.NONE)) {
            view.catchUp(progress);
            String address = Suppressions.normalised(who);
            return view.ofCampaign(campaign.id()).stream()
                    .filter(delivery ->
                            Suppressions.normalised(delivery.draft().target()).equals(address))
                    .findFirst()
                    .orElseThrow(() -> new UnknownException("campaign " + campaign.id() + " has no recipient '"
                            + RecipientProblem.shown(who) + "': give the id or the address of one that is loaded"));
        }
    }

    /**
     * A recipient as it was loaded.
     *
     * @return null if the topic does not have it any more
     */
    public @Nullable Recipient recipient(Delivery delivery, Progress progress) {
        byte[] key = delivery.id().getBytes(StandardCharsets.UTF_8);
        AtomicReference<@Nullable Recipient> found = new AtomicReference<>();
        try (TopicReader reader = new TopicReader(clients)) {
            TopicPartition partition = reader.partitionOf(clients.settings().topic(Topic.DELIVERY_EVENTS), key);
            Range whole = reader.whole(List.of(partition)).get(partition);
            if (whole != null) {
                reader.read(Map.of(partition, whole), progress, record -> {
                    Recipient recipient = Arrays.equals(record.key(), key) ? recipient(delivery, record) : null;
                    if (recipient != null) {
                        found.set(recipient);
                    }
                    return recipient == null;
                });
            }
        }
        return found.get();
    }

    /** Null if it is another recipient that was refused because of this one. */
    private @Nullable Recipient recipient(Delivery delivery, ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null || KafkaHeaders.text(record.headers(), HeaderNames.CAMPAIGN) == null) {
            return null;
        }
        try {
            Recipient recipient =
                    CampaignFormat.readRecipient(Recipient.subscriber(campaign.id(), delivery.id()), value);
            return DeliveryHeaders.sha256(mail(recipient))
                            .equals(delivery.draft().sha256())
                    ? recipient
                    : null;
        } catch (IllegalArgumentException | OperationException e) {
            // Anyone may write to a topic.
            return null;
        }
    }
}
