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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Deliveries as the API shows them, and what they send, from the store of the instance that has them. */
final class DeliveryMessages {

    private static final int MOST_SUBJECTS = 5_000;
    private static final int LONGEST_SUBJECT = 200;

    private final AdminContext context;
    private final DeliveryLedger ledger;
    private final LedgerArtifacts artifacts;
    private final MessageFields fields;
    private final CauseMask causes;

    /** By SHA-256; the least recently used is forgotten. Empty for a mail without one. */
    private final Map<String, String> subjects = new LinkedHashMap<>(16, 0.75f, true);

    DeliveryMessages(AdminContext context, DeliveryLedger ledger, Masking masking) {
        this.context = context;
        this.ledger = ledger;
        this.artifacts = new LedgerArtifacts(context.streams());
        this.fields = new MessageFields(masking);
        this.causes = new CauseMask(context.settings().sources(), masking::identity);
    }

    Map<String, @Nullable Object> summary(Delivery delivery) {
        return DeliveryFields.summary(causes.apply(delivery), subject(delivery));
    }

    /** @param delivery with its history */
    Map<String, @Nullable Object> all(Delivery delivery, List<Receipt> receipts) {
        return DeliveryFields.all(causes.apply(delivery), subject(delivery), receipts);
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

    /** The subject of a mail; null if it has none, or if another instance has the mail. */
    private @Nullable String subject(Delivery delivery) {
        ChannelSettings channel =
                ledger.settings().channels().get(delivery.draft().channel());
        if (channel == null || channel.smtp() == null) {
            return null;
        }
        String sha256 = delivery.draft().sha256();
        synchronized (subjects) {
            String known = subjects.get(sha256);
            if (known != null) {
                return known.isEmpty() ? null : known;
            }
        }
        byte[] artifact =
                artifacts.find(delivery.id(), partition(delivery.id())).artifact();
        if (artifact == null) {
            return null;
        }
        String subject = fields.subject(artifact);
        String kept = subject == null ? "" : subject.substring(0, Math.min(subject.length(), LONGEST_SUBJECT));
        synchronized (subjects) {
            subjects.put(sha256, kept);
            if (subjects.size() > MOST_SUBJECTS) {
                subjects.remove(subjects.keySet().iterator().next());
            }
        }
        return kept.isEmpty() ? null : kept;
    }
}
