package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.config.SourceSettings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.domain.Coordinates;
import dev.hapax.masking.Masking;
import java.time.Instant;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Deliveries as items of {@code /api/deliveries}. The subject stays null: the ledger topic has no artifacts. */
final class DeliveryItems {

    private final List<String> topics;
    private final BinaryOperator<String> identities;

    /** @param identities masks an identity, given the topic of its message */
    DeliveryItems(List<SourceSettings> sources, BinaryOperator<String> identities) {
        this.topics = sources.stream().map(SourceSettings::topic).toList();
        this.identities = identities;
    }

    ObjectNode of(Delivery delivery) {
        Approval approval = delivery.approval();
        List<Delivery.Entry> history = delivery.history();
        Delivery.Entry last = history.isEmpty() ? null : history.get(history.size() - 1);
        return AdminJson.object()
                .put("id", delivery.id())
                .put("state", delivery.state().name())
                .put("channel", delivery.draft().channel())
                .put("target", delivery.draft().target())
                .put("sha256", delivery.draft().sha256())
                .put("size", delivery.draft().size())
                .put("stagedBy", delivery.draft().stagedBy())
                .put("cause", masked(delivery.draft().cause()))
                .put("score", delivery.draft().score())
                .put("attempt", delivery.attempt())
                .put("since", time(delivery.since()))
                .put("notBefore", time(delivery.draft().notBefore()))
                .put("expires", time(delivery.deadline()))
                .put("approvedBy", approval == null || !approval.approved() ? null : approval.by())
                .put("lastWhat", last == null ? null : last.what())
                .put("lastDetail", last == null ? null : detail(delivery, last))
                .putNull("subject");
    }

    /** The ledger quotes the cause when a delivery is staged. */
    private @Nullable String detail(Delivery delivery, Delivery.Entry entry) {
        return entry.detail().equals(delivery.draft().cause()) ? masked(entry.detail()) : entry.detail();
    }

    /** A cause does not name the source of an identity, so it is hidden if any source masks its identities. */
    private @Nullable String masked(@Nullable String cause) {
        return cause == null || isOfASource(cause) || topics.stream().allMatch(topic -> isShown(cause, topic))
                ? cause
                : Masking.MASKED;
    }

    private boolean isShown(String identity, String topic) {
        return identities.apply(identity, topic).equals(identity);
    }

    private boolean isOfASource(String cause) {
        try {
            return topics.contains(Coordinates.parse(cause).topic());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
