package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.ProblemException;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.delivery.DeliveryAction;
import dev.hapax.operations.delivery.LedgerActions;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes what people decide on deliveries, signed where it is an approval, and answers with the ledger's decision. */
final class DeliveryChanges {

    static final Duration WAIT = Duration.ofSeconds(15);
    private static final Duration QUEUE = Duration.ofSeconds(3);
    private static final int PLACES = 8;

    private final Clock clock;
    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final DeliveryMessages messages;
    private final Semaphore places = new Semaphore(PLACES, true);
    private @Nullable SigningKey key;

    DeliveryChanges(AdminContext context, ReaderPool room, DeliveryLedger ledger, DeliveryMessages messages) {
        this.clock = context.clock();
        this.room = room;
        this.ledger = ledger;
        this.messages = messages;
    }

    /** A review in the name of someone whose token and role were checked. */
    DeliveryAction review(boolean approved, String by, @Nullable String reason) {
        long now = clock.millis();
        long expires = now + ledger.settings().approvalValid().toMillis();
        return new DeliveryAction.Review(approved, by, reason, key(), now, expires);
    }

    private synchronized SigningKey key() {
        // Without deliveries, says so.
        ledger.view();
        if (key == null) {
            key = LedgerActions.signingKey(ledger.settings());
        }
        return key;
    }

    /** @param sha256 of the content that the person has seen; null if it does not matter */
    void make(
            Context request,
            AuditLine line,
            String id,
            @Nullable String sha256,
            DeliveryAction action,
            CommandLine command) {
        Delivery before = room.read(request, progress -> ledger.find(id, progress));
        if (sha256 != null && !sha256.equals(before.draft().sha256())) {
            throw new ProblemException(
                    409,
                    "Conflict",
                    "The content of delivery " + id + " is " + before.draft().sha256() + " by now, and not " + sha256
                            + ". Look at it again, then approve that.");
        }
        LedgerActions.Result result = Objects.requireNonNull(
                decided(request, List.of(before), action, WAIT).get(id));
        if (result.refused() != null) {
            throw new ProblemException(
                    409, "Conflict", "The ledger refused it for delivery " + id + ": " + result.refused());
        }
        line.ended(result.decided() ? AuditLine.Result.DONE : AuditLine.Result.WAITING);
        Delivery after = result.delivery();
        Map<String, @Nullable Object> answer = messages.all(after, List.of());
        answer.remove("receipts");
        answer.put("decided", result.decided());
        answer.put("command", command.by(line.actor()).toString());
        request.status(result.decided() ? 200 : 202).json(answer);
    }

    /** A few requests wait for decisions at a time. */
    Map<String, LedgerActions.Result> decided(
            Context request, Collection<Delivery> chosen, DeliveryAction action, Duration wait) {
        boolean ours = false;
        try {
            ours = places.tryAcquire(QUEUE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ours) {
            throw ErrorResponses.later(request, "This instance waits for " + PLACES + " other decisions. Try again.");
        }
        try {
            return ledger.actions().act(chosen, action, wait);
        } finally {
            places.release();
        }
    }
}
