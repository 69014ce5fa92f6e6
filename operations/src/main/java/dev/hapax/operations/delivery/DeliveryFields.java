package dev.hapax.operations.delivery;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.Receipt;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deliveries as maps of plain values, for the JSON of commands, API and feed. */
public final class DeliveryFields {

    private DeliveryFields() {}

    /** @param subject of a mail; null if unknown */
    public static Map<String, @Nullable Object> summary(Delivery delivery, @Nullable String subject) {
        Approval approval = delivery.approval();
        List<Delivery.Entry> history = delivery.history();
        InCampaign campaign = delivery.draft().campaign();
        Delivery.Entry last = history.isEmpty() ? null : history.get(history.size() - 1);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", delivery.id());
        fields.put("state", delivery.state().name());
        fields.put("channel", delivery.draft().channel());
        fields.put("target", delivery.draft().target());
        fields.put("sha256", delivery.draft().sha256());
        fields.put("size", delivery.draft().size());
        fields.put("stagedBy", delivery.draft().stagedBy());
        fields.put("cause", delivery.draft().cause());
        fields.put("score", delivery.draft().score());
        fields.put("attempt", delivery.attempt());
        fields.put("since", time(delivery.since()));
        fields.put("notBefore", time(delivery.draft().notBefore()));
        fields.put("expires", time(delivery.deadline()));
        fields.put("approvedBy", approval == null || !approval.approved() ? null : approval.by());
        fields.put("lastWhat", last == null ? null : last.what());
        fields.put("lastDetail", last == null ? null : last.detail());
        fields.put("subject", subject);
        fields.put("campaign", campaign == null ? null : campaign.id());
        Bounce bounce = delivery.bounce();
        fields.put("bounce", bounce == null ? null : fields(bounce));
        return fields;
    }

    /** @param delivery with its history */
    public static Map<String, @Nullable Object> all(
            Delivery delivery, @Nullable String subject, List<Receipt> receipts) {
        Map<String, @Nullable Object> fields = summary(delivery, subject);
        Approval approval = delivery.approval();
        Delivery.Claim claim = delivery.claim();
        fields.put("approval", approval == null ? null : fields(approval));
        fields.put("claim", claim == null ? null : fields(claim));
        fields.put(
                "history",
                delivery.history().stream().map(DeliveryFields::fields).toList());
        fields.put("receipts", receipts.stream().map(DeliveryFields::fields).toList());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Approval approval) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("approved", approval.approved());
        fields.put("by", approval.by());
        fields.put("sha256", approval.sha256());
        fields.put("target", approval.target());
        fields.put("time", time(approval.time()));
        fields.put("expires", time(approval.expires()));
        fields.put("reason", approval.reason());
        fields.put("keyId", approval.keyId());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Bounce bounce) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("kind", bounce.kind().name());
        fields.put("status", bounce.status());
        fields.put("diagnostic", bounce.diagnostic());
        fields.put("time", time(bounce.time()));
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Delivery.Claim claim) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("worker", claim.worker());
        fields.put("leaseMillis", claim.leaseMillis());
        fields.put("socketMillis", claim.socketMillis());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Delivery.Entry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("time", time(entry.time()));
        fields.put("what", entry.what());
        fields.put("by", entry.by());
        fields.put("detail", entry.detail());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Receipt receipt) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("partition", receipt.partition());
        fields.put("sequence", receipt.sequence());
        fields.put("state", receipt.state().name());
        fields.put("attempt", receipt.attempt());
        fields.put("what", receipt.what());
        fields.put("by", receipt.by());
        fields.put("evidence", receipt.evidence());
        fields.put("time", time(receipt.time()));
        fields.put("keyId", receipt.keyId());
        fields.put("signature", receipt.signature());
        return fields;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
