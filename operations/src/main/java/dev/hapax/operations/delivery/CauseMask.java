package dev.hapax.operations.delivery;

import dev.hapax.config.SourceSettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.domain.Coordinates;
import dev.hapax.masking.Masking;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Hides what caused a delivery where that may be a masked identity. A cause does not name the source of an identity, so it is
 * hidden if any source masks its identities.
 */
public final class CauseMask {

    private final List<String> topics;
    private final BinaryOperator<String> identities;

    /** @param identities masks an identity, given the topic of its message */
    public CauseMask(List<SourceSettings> sources, BinaryOperator<String> identities) {
        this.topics = sources.stream().map(SourceSettings::topic).toList();
        this.identities = identities;
    }

    /** The same delivery as it may be shown. The ledger quotes the cause when a delivery is staged, so the history may have it too. */
    public Delivery apply(Delivery delivery) {
        String cause = delivery.draft().cause();
        if (cause == null || isShown(cause)) {
            return delivery;
        }
        return new Delivery(
                delivery.id(),
                delivery.draft().withCause(Masking.MASKED),
                delivery.state(),
                delivery.attempt(),
                delivery.failures(),
                delivery.since(),
                delivery.timer(),
                delivery.approval(),
                delivery.claim(),
                delivery.stopAs(),
                delivery.history().stream().map(entry -> masked(entry, cause)).toList(),
                delivery.bounce());
    }

    private static Delivery.Entry masked(Delivery.Entry entry, String cause) {
        return entry.detail().equals(cause)
                ? new Delivery.Entry(entry.time(), entry.what(), entry.by(), Masking.MASKED)
                : entry;
    }

    private boolean isShown(String cause) {
        return isOfASource(cause)
                || topics.stream()
                        .allMatch(topic -> identities.apply(cause, topic).equals(cause));
    }

    private boolean isOfASource(String cause) {
        try {
            return topics.contains(Coordinates.parse(cause).topic());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
