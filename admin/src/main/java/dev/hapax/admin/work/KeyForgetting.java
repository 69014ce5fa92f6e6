package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.keys.Forgetting;
import dev.hapax.operations.keys.KeyFields;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Forgets keys, a few at a time. A request waits long for its receipt if no instance guards the key, and must not block requests
 * that read topics. So it has slots of its own.
 */
final class KeyForgetting {

    private static final Duration RECEIPT = Duration.ofSeconds(15);
    private static final Duration WAITING = Duration.ofSeconds(3);
    private static final int PLACES = 2;

    /** Forgets a key. */
    interface Forgetter {
        Forgetting.Answer forget(String identity, String actor, String reason);
    }

    private final Forgetter forgetter;
    private final Duration waiting;
    private final Semaphore places = new Semaphore(PLACES, true);

    KeyForgetting(AdminContext context) {
        this(
                (identity, actor, reason) -> new Forgetting(new KafkaClients(context.settings()), context.clock())
                        .forget(identity, actor, reason, RECEIPT),
                WAITING);
    }

    /** @param waiting how long a request waits for a slot */
    KeyForgetting(Forgetter forgetter, Duration waiting) {
        this.forgetter = forgetter;
        this.waiting = waiting;
    }

    void forget(Context request, AuditLine line) {
        String identity = request.pathParam("identity");
        JsonNode body = Requests.body(request, "reason");
        String reason = Requests.required(body, "reason", "is required. It is recorded with the command.");
        line.with("reason", reason);
        Forgetting.Answer answer = forgotten(request, identity, line.actor(), reason);
        boolean done = answer instanceof Forgetting.Answer.Done;
        line.with("command", answer.command().id()).ended(done ? AuditLine.Result.DONE : AuditLine.Result.WAITING);
        Map<String, @Nullable Object> fields = KeyFields.of(answer);
        fields.put(
                "command",
                new CommandLine("key forget")
                        .about(identity)
                        .with("--reason", reason)
                        .by(line.actor())
                        .toString());
        request.status(done ? 200 : 202).json(fields);
    }

    private Forgetting.Answer forgotten(Context request, String identity, String actor, String reason) {
        boolean ours = false;
        try {
            ours = places.tryAcquire(waiting.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ours) {
            throw ErrorResponses.later(
                    request,
                    "This instance is waiting for " + PLACES
                            + " other keys to be forgotten. Try again later, or use another instance.");
        }
        try {
            return forgetter.forget(identity, actor, reason);
        } finally {
            places.release();
        }
    }
}
