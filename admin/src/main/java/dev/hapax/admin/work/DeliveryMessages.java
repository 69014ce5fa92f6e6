package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Query;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.ChannelSettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Receipt;
import dev.hapax.ledger.LedgerArtifacts;
import dev.hapax.masking.Masking;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.campaign.CampaignMails;
import dev.hapax.operations.delivery.CauseMask;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.operations.delivery.MessageFields;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Deliveries as the API shows them, and what they send, from the store of the instance that has them. */
final class DeliveryMessages {

    private final AdminContext context;
    private final DeliveryLedger ledger;
    private final DeliveryContent content;
    private final MessageFields fields;
    private final CauseMask causes;
    private final DeliverySubjects subjects;

    DeliveryMessages(AdminContext context, DeliveryLedger ledger, Masking masking) {
        this.context = context;
        this.ledger = ledger;
        this.content = new DeliveryContent(
                new LedgerArtifacts(context.streams()), ledger, new CampaignMails(context.settings()));
        this.fields = new MessageFields(masking);
        this.causes = new CauseMask(context.settings().sources(), masking::identity);
        this.subjects = new DeliverySubjects(content, fields, context.peers(), ledger.settings(), context.clock());
    }

    /** @param local whether to ask no other instance for what this one does not have */
    List<Map<String, @Nullable Object>> summaries(List<Delivery> deliveries, boolean local) {
        Map<String, String> known = subjects.of(deliveries, local);
        return deliveries.stream()
                .map(delivery -> DeliveryFields.summary(causes.apply(delivery), known.get(delivery.id())))
                .toList();
    }

    /** @param delivery with its history */
    Map<String, @Nullable Object> all(Delivery delivery, List<Receipt> receipts) {
        String subject = subjects.of(List.of(delivery), false).get(delivery.id());
        return DeliveryFields.all(causes.apply(delivery), subject, receipts);
    }

    void show(Context request) {
        Query.only(request, List.of("local"));
        boolean local = Requests.flag(request, "local");
        request.json(message(request, DeliveriesPart.id(request), local));
    }

    /**
     * What a delivery sends.
     *
     * @param local whether to ask no other instance
     */
    Map<String, @Nullable Object> message(Context request, String id, boolean local) {
        // Without deliveries, says so.
        ledger.view();
        LedgerArtifacts.Found found = content.find(id);
        if (!found.here()) {
            return fromOwner(request, id, local);
        }
        byte[] artifact = found.artifact();
        if (artifact == null) {
            throw new UnknownException("message: the ledger has no content of delivery " + id
                    + ": it was never staged, or delivery.retention has passed.");
        }
        return fields.of(artifact, isMail(id));
    }

    private Map<String, @Nullable Object> fromOwner(Context request, String id, boolean local) {
        HostInfo owner = local ? null : content.owner(id);
        if (owner == null || owner.equals(context.peers().self())) {
            throw ErrorResponses.later(
                    request,
                    "No instance can show the content of " + id + " at the moment: its partition is being moved or"
                            + " restored. Try again when /health/ready returns 200.");
        }
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return AdminJson.fields(context.peers().get(owner, "/api/deliveries/" + encoded + "/message?local=true"));
    }

    /** Null if the channel is not known. */
    private @Nullable Boolean isMail(String id) {
        if (Recipient.isDeliveryId(id)) {
            return true;
        }
        Delivery delivery = ledger.view().find(id);
        ChannelSettings channel = delivery == null
                ? null
                : ledger.settings().channels().get(delivery.draft().channel());
        return channel == null ? null : channel.smtp() != null;
    }
}
