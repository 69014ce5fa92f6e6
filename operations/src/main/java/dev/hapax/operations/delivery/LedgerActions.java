package dev.hapax.operations.delivery;

import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes what people do to deliveries, and waits for the ledger's decisions. Any thread may use it. */
public final class LedgerActions {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final KafkaClients clients;
    private final LedgerView view;

    /** @param view closed by its owner */
    public LedgerActions(KafkaClients clients, LedgerView view) {
        this.clients = clients;
        this.view = view;
    }

    /**
     * The decision on one delivery.
     *
     * @param delivery as it is after the decision; as it was before if there is none yet
     * @param decided false if no instance has read the event in time. It is read as soon as one does.
     * @param refused why the ledger refused it; null if it did not
     */
    public record Result(
            Delivery delivery, boolean decided, @Nullable String refused) {}

    /** The key that signs approvals. */
    public static SigningKey signingKey(DeliverySettings settings) {
        Path file = settings.signingKey();
        if (file == null) {
            throw new OperationException("delivery.signing-key: must be set");
        }
        try {
            return SigningKey.read(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperationException(
                    "delivery.signing-key: " + file + " can't be used: " + e.getMessage()
                            + ". Approve where the key is, or run 'hapax delivery keygen' for a new one.",
                    e);
        }
    }

    /** An approval or a rejection that counts from now on, signed with the key of the configuration. */
    public static DeliveryAction review(
            DeliverySettings settings, boolean approved, String by, @Nullable String reason, Clock clock) {
        long now = clock.millis();
        long expires = now + settings.approvalValid().toMillis();
        return new DeliveryAction.Review(approved, by, reason, signingKey(settings), now, expires);
    }

    /**
     * Stages a delivery.
     *
     * @return as the ledger has it, which has other content if the id was staged before with that; null if no instance has read
     *     it in time
     */
    public @Nullable Delivery stage(String id, Draft draft, byte[] artifact, Duration wait) {
        try (DeliveryWriter writer = new DeliveryWriter(clients)) {
            writer.stage(id, draft, artifact);
            writer.flush();
        }
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            view.catchUp(Progress.UNSEEN);
            Delivery found = view.find(id);
            if (found != null || System.nanoTime() - deadline > 0) {
                return found;
            }
            pause();
        }
    }

    /**
     * Does one thing to several deliveries.
     *
     * @param chosen as the view has them; an approval is for the content that they have here
     */
    public Map<String, Result> act(Collection<Delivery> chosen, DeliveryAction action, Duration wait) {
        Map<String, Long> offsets = new HashMap<>();
        List<String> ids = chosen.stream().map(Delivery::id).toList();
        ids.forEach(id -> offsets.put(id, view.offset(id)));
        Map<String, Delivery> before = view.find(ids);
        try (DeliveryWriter writer = new DeliveryWriter(clients)) {
            chosen.forEach(delivery -> writer.event(delivery.id(), action.event(delivery)));
            writer.flush();
        }
        Map<String, Result> results = new LinkedHashMap<>();
        chosen.forEach(delivery ->
                results.put(delivery.id(), new Result(before.getOrDefault(delivery.id(), delivery), false, null)));
        long deadline = System.nanoTime() + wait.toNanos();
        List<String> waiting = new ArrayList<>(ids);
        while (true) {
            view.catchUp(Progress.UNSEEN);
            settle(waiting, action, offsets, before, results);
            if (waiting.isEmpty() || System.nanoTime() - deadline > 0) {
                return results;
            }
            pause();
        }
    }

    private void settle(
            List<String> waiting,
            DeliveryAction action,
            Map<String, Long> offsets,
            Map<String, Delivery> before,
            Map<String, Result> results) {
        List<String> changed = waiting.stream()
                .filter(id -> view.offset(id) != Objects.requireNonNull(offsets.get(id)))
                .toList();
        view.find(changed).forEach((id, now) -> {
            offsets.put(id, view.offset(id));
            Delivery.Entry answer = action.lastAnswer(now);
            if (answer != null && isNew(action, before.get(id), now)) {
                boolean refused = answer.what().endsWith(" refused");
                results.put(id, new Result(now, true, refused ? answer.detail() : null));
                waiting.remove(id);
            }
        });
    }

    private static boolean isNew(DeliveryAction action, @Nullable Delivery before, Delivery now) {
        return before == null
                || action.countAnswers(now) > action.countAnswers(before)
                || !Objects.equals(action.lastAnswer(now), action.lastAnswer(before));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted while waiting for the ledger's decision", e);
        }
    }
}
