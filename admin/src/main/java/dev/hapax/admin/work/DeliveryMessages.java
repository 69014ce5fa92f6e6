package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Query;
import dev.hapax.config.ChannelSettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Receipt;
import dev.hapax.ledger.LedgerArtifacts;
import dev.hapax.masking.Masking;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.delivery.CauseMask;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.operations.delivery.MessageFields;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Deliveries as the API shows them, and what they send, from the store of the instance that has them. */
final class DeliveryMessages {

    private final AdminContext context;
    private final DeliveryLedger ledger;
    private final LedgerArtifacts artifacts;
    private final MessageFields fields;
    private final CauseMask causes;
    private final DeliverySubjects subjects;

    DeliveryMessages(AdminContext context, DeliveryLedger ledger, Masking masking) {
        this.context = context;
        this.ledger = ledger;
        this.artifacts = new LedgerArtifacts(context.streams());
        this.fields = new MessageFields(masking);
        this.causes = new CauseMask(context.settings().sources(), masking::identity);
        this.subjects = new DeliverySubjects(
                artifacts, this::partition, fields, context.peers(), ledger.settings(), context.clock());
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
        String id = DeliveriesPart.id(request);
        // Without deliveries, says so.
        ledger.view();
        LedgerArtifacts.Found found = artifacts.find(id, partition(id));
        if (!found.here()) {
            request.json(fromOwner(request, id, local));
            return;
        }
        byte[] artifact = found.artifact();
        if (artifact == null) {
            throw new UnknownException("message: the ledger has no content of delivery " + id
                    + ": it was never staged, or delivery.retention has passed.");
        }
        request.json(fields.of(artifact, isMail(id)));
    }

    private Object fromOwner(Context request, String id, boolean local) {
        HostInfo owner = local ? null : artifacts.owner(id);
        if (owner == null || owner.equals(context.peers().self())) {
            throw ErrorResponses.later(
                    request,
                    "No instance can show the content of " + id + " at the moment: its partition is being moved or"
                            + " restored. Try again when /health/ready returns 200.");
        }
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return AdminJson.fields(context.peers().get(owner, "/api/deliveries/" + encoded + "/message?local=true"));
    }

    private int partition(String id) {
        return Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8)))
                % context.settings().topics().partitions();
    }

    /** Null if the channel is not known. */
    private @Nullable Boolean isMail(String id) {
        Delivery delivery = ledger.view().find(id);
        ChannelSettings channel = delivery == null
                ? null
                : ledger.settings().channels().get(delivery.draft().channel());
        return channel == null ? null : channel.smtp() != null;
    }
}
