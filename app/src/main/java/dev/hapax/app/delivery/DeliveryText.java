package dev.hapax.app.delivery;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deliveries as tables, as pages and as JSON. */
final class DeliveryText {

    private DeliveryText() {}

    static List<String> table(List<Delivery> deliveries, Terminal terminal) {
        Columns columns = Columns.headed(
                        terminal, "delivery", "state", "attempt", "channel", "target", "score", "since", "staged by")
                .shortening("staged by", "target");
        deliveries.forEach(delivery -> columns.row(
                delivery.id(),
                new Columns.Cell(delivery.state().name(), colour(delivery.state())),
                (long) delivery.attempt(),
                delivery.draft().channel(),
                delivery.draft().target(),
                delivery.draft().score(),
                time(delivery.since()),
                delivery.draft().stagedBy()));
        return columns.lines();
    }

    private static Colour colour(DeliveryState state) {
        return switch (state) {
            case SENT -> Colour.GOOD;
            case STRANDED, REFUSED -> Colour.BAD;
            default -> Colour.PLAIN;
        };
    }

    static List<String> page(Delivery delivery, Terminal terminal) {
        Columns facts = new Columns(terminal)
                .row("delivery", delivery.id())
                .row("state", new Columns.Cell(delivery.state().name(), colour(delivery.state())))
                .row("attempt", (long) delivery.attempt())
                .row("channel", delivery.draft().channel())
                .row("target", delivery.draft().target())
                .row(
                        "sha-256",
                        delivery.draft().sha256() + " (" + delivery.draft().size() + " bytes)")
                .row("staged by", delivery.draft().stagedBy())
                .row("score", delivery.draft().score())
                .row("not before", time(delivery.draft().notBefore()))
                .row("expires", time(delivery.deadline()));
        if (delivery.draft().cause() != null) {
            facts.row("cause", delivery.draft().cause());
        }
        Approval approval = delivery.approval();
        if (approval != null) {
            facts.row(
                    approval.approved() ? "approval" : "rejection",
                    approval.by() + ", key " + (approval.keyId() == null ? "-" : approval.keyId()));
        }
        Bounce bounce = delivery.bounce();
        if (bounce != null) {
            facts.row("bounce", kind(bounce) + " " + bounce.status() + ", " + time(bounce.time()));
        }
        List<String> lines = new ArrayList<>(facts.lines());
        lines.add("");
        Columns history =
                Columns.headed(terminal, "time", "what", "by", "detail").shortening("detail");
        delivery.history().forEach(entry -> history.row(time(entry.time()), entry.what(), entry.by(), entry.detail()));
        lines.addAll(history.lines());
        return lines;
    }

    /** Of one delivery. Its history has the evidence. */
    static List<String> receipts(List<Receipt> receipts, Terminal terminal) {
        Columns columns = Columns.headed(terminal, "receipt", "says", "attempt", "time", "key");
        receipts.forEach(receipt -> columns.row(
                receipt.partition() + "/" + receipt.sequence(),
                new Columns.Cell(receipt.state().name(), colour(receipt.state())),
                (long) receipt.attempt(),
                time(receipt.time()),
                receipt.keyId()));
        return columns.lines();
    }

    static Map<String, @Nullable Object> fields(Delivery delivery) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", delivery.id());
        fields.put("state", delivery.state().name());
        fields.put("attempt", delivery.attempt());
        fields.put("channel", delivery.draft().channel());
        fields.put("target", delivery.draft().target());
        fields.put("sha256", delivery.draft().sha256());
        fields.put("size", delivery.draft().size());
        fields.put("stagedBy", delivery.draft().stagedBy());
        fields.put("cause", delivery.draft().cause());
        fields.put("score", delivery.draft().score());
        fields.put("bounce", delivery.bounce() == null ? null : kind(delivery.bounce()));
        fields.put("since", time(delivery.since()));
        fields.put("expires", time(delivery.deadline()));
        fields.put(
                "approvedBy",
                delivery.approval() == null || !delivery.approval().approved()
                        ? null
                        : delivery.approval().by());
        return fields;
    }

    static Map<String, @Nullable Object> allFields(Delivery delivery) {
        Map<String, @Nullable Object> fields = fields(delivery);
        fields.put(
                "history", delivery.history().stream().map(DeliveryText::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(Delivery.Entry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", time(entry.time()));
        fields.put("what", entry.what());
        fields.put("by", entry.by());
        fields.put("detail", entry.detail());
        return fields;
    }

    private static String kind(Bounce bounce) {
        return bounce.kind().name().toLowerCase(Locale.ROOT);
    }

    static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
