package dev.hapax.operations.delivery;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.SigningKey;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a person does to a delivery. The ledger decides whether it may be done. */
public sealed interface DeliveryAction {

    /** Who does it. */
    String by();

    /** What the ledger is told. */
    DeliveryEvent event(Delivery delivery);

    /** How the lines of a history begin that answer it. */
    List<String> answers();

    /** Approves or rejects the exact content that a delivery has, signed. */
    record Review(boolean approved, String by, @Nullable String reason, SigningKey key, long now, long expires)
            implements DeliveryAction {

        public Review {
            Objects.requireNonNull(by, "by");
            requireShort("reason", reason);
        }

        @Override
        public DeliveryEvent event(Delivery delivery) {
            return new DeliveryEvent.Reviewed(new Approval(
                            approved,
                            by,
                            delivery.draft().sha256(),
                            delivery.draft().target(),
                            now,
                            expires,
                            reason,
                            null,
                            null)
                    .signed(delivery.id(), key));
        }

        @Override
        public List<String> answers() {
            return approved ? List.of("approved", "approval refused") : List.of("rejected", "rejection refused");
        }
    }

    record Cancel(String by, String reason) implements DeliveryAction {

        public Cancel {
            requireShort("reason", reason);
        }

        @Override
        public DeliveryEvent event(Delivery delivery) {
            return new DeliveryEvent.CancelRequested(by, reason);
        }

        @Override
        public List<String> answers() {
            return List.of("cancel");
        }
    }

    record Reconcile(DeliveryEvent.Resolution resolution, String by, String evidence) implements DeliveryAction {

        public Reconcile {
            requireShort("evidence", evidence);
        }

        @Override
        public DeliveryEvent event(Delivery delivery) {
            return new DeliveryEvent.Reconciled(delivery.attempt(), resolution, by, evidence);
        }

        @Override
        public List<String> answers() {
            return List.of("reconcile", "abandoned");
        }
    }

    /** The last answer of the ledger to this person in a history; null if there is none. */
    default Delivery.@Nullable Entry lastAnswer(Delivery delivery) {
        Delivery.Entry last = null;
        for (Delivery.Entry entry : delivery.history()) {
            if (entry.by().equals(by()) && answers().stream().anyMatch(entry.what()::startsWith)) {
                last = entry;
            }
        }
        return last;
    }

    /** How often the ledger has answered this person. */
    default long countAnswers(Delivery delivery) {
        return delivery.history().stream()
                .filter(entry -> entry.by().equals(by()) && answers().stream().anyMatch(entry.what()::startsWith))
                .count();
    }

    private static void requireShort(String name, @Nullable String text) {
        // An event that is larger than the ledger reads would be refused without a line in the history.
        if (text != null && text.length() > 1_000) {
            throw new IllegalArgumentException(name + ": has " + text.length() + " characters; must have at most 1000");
        }
    }
}
